import assert from "node:assert/strict";
import { test } from "node:test";

import { shortOf } from "../../../static/js/model/names.js";
import { PodNames } from "../../../static/js/model/podnames.js";

/** @param {string[]} pods */
function shorten(pods) {
  const names = new PodNames(pods);
  return pods.map((pod) => names.short(pod));
}

test("a pod is called by its owner and its last part", () => {
  assert.deepEqual(
    shorten(["prod/payments-api-7d9c5b6f4-zk0", "prod/payments-api-7d9c5b6f4-xk1", "prod/redis-cache-0"]),
    ["payments-api zk0", "payments-api xk1", "redis-cache-0"],
  );
});

test("a namespace says something where there are several", () => {
  const pods = ["shop/checkout-7c9f6d4cf5-x2q9k", "data/kafka-0", "shop/kafka-0"];
  assert.deepEqual(shorten(pods), ["shop/checkout x2q9k", "data/kafka-0", "shop/kafka-0"]);
  const names = new PodNames(pods);
  assert.deepEqual(
    pods.map((pod) => shortOf(names.brief(pod))),
    ["checkout x2q9k", "data/kafka-0", "shop/kafka-0"],
  );
  assert.equal(names.short("checkout-7c9f6d4cf5-x2q9k"), "checkout x2q9k");
});

test("two pods never have one name: the hash stays where it tells them apart", () => {
  assert.deepEqual(
    shorten(["a/frontend-7d9c5b6f4-k2x9z", "a/frontend-6d4cf56db6-k2x9z", "a/frontend-6d4cf56db6-z"]),
    ["frontend-7d9c5b6f4-k2x9z", "frontend-6d4cf56db6-k2x9z", "frontend z"],
  );
});

test("words, dates and ordinals are no hashes", () => {
  const pods = [
    "a/my-service-grpc-abcde",
    "a/my-http2-server-0",
    "a/backup-24567892-x7k2p",
    "a/a-stateful-service-12",
  ];
  assert.deepEqual(
    shorten(pods),
    pods.map((pod) => pod.slice(2)),
  );
});

test("a name is one of those that are told apart in its own namespace only", () => {
  const names = new PodNames(["a/web-0", "b/web-1", "c/web-1"]);
  assert.deepEqual(
    ["a/web-0", "web-0", "b/web-0", "b/web-1", "c/web-1", "web-2"].map((pod) => names.has(pod)),
    [true, true, false, true, true, false],
  );
});

test("pieces together are the whole name, in order", () => {
  const pod = "prod/payments-api-7d9c5b6f4-zk0";
  const whole = new PodNames([pod]).pieces(pod).map(({ text }) => text);
  assert.equal(whole.join(""), pod);
});
