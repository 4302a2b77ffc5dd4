import assert from "node:assert/strict";
import { test } from "node:test";

import { urlState } from "../../../static/js/lib/urlstate.js";

/** @import { UrlState } from "../../../static/js/lib/urlstate.js" */

const PAGE = "http://localhost/w/1/";

/**
 * Uses the state of a page in a window of its own.
 * @param {string} query @param {(url: UrlState, window: {location: URL, steps: string[]}) => void} use
 * @param {string} [still]
 */
function onPage(query, use, still) {
  const { location, history, addEventListener, dispatchEvent } = globalThis;
  /** What the page sees of its window, and how each address came about. */
  const window = { location: new URL(query, PAGE), steps: /** @type {string[]} */ ([]) };
  /** @param {string} how */
  const going =
    (how) => (/** @type {unknown} */ _state, /** @type {string} */ _, /** @type {string} */ href) => {
      window.steps.push(how);
      window.location.href = href;
    };
  Object.assign(globalThis, {
    location: window.location,
    history: { state: null, pushState: going("push"), replaceState: going("replace") },
    addEventListener() {},
    dispatchEvent() {},
  });
  try {
    use(urlState(["pod", "node"], still), window);
  } finally {
    Object.assign(globalThis, { location, history, addEventListener, dispatchEvent });
  }
}

test("the state is what the address says, without the keys of others", () => {
  onPage("?pod=default/web-3&node=&theme=dark", ({ state }) => {
    assert.deepEqual(state.get(), { pod: "default/web-3" });
  });
});

test("a patch keeps what it does not name, takes away what is empty, and leaves the keys of others", () => {
  onPage("?pod=web&node=a&theme=dark", ({ state, write }, { location }) => {
    write({ node: null });
    assert.equal(location.search, "?theme=dark&pod=web");
    write({ node: 0 });
    assert.deepEqual(state.get(), { pod: "web", node: "0" });
  });
});

test("slashes, commas and colons stay readable", () => {
  onPage("", ({ href }) =>
    assert.equal(href({ pod: "default/web:1,2&3" }), `${PAGE}?pod=default/web:1,2%263`),
  );
});

test("a jump can be gone back to, scrubbing cannot, and the same address is no step", () => {
  onPage("", ({ write }, { steps }) => {
    write({ pod: "a" }, { push: true });
    write({ pod: "b" });
    write({ pod: "b" }, { push: true });
    assert.deepEqual(steps, ["push", "replace"]);
  });
});

test("a page that keeps its address has a query of its own", () => {
  const still = "https://site/x/1/?pod=a";
  onPage(
    "",
    ({ state, write, href }, { steps }) => {
      write({ node: "n1" });
      assert.deepEqual([state.get(), steps], [{ pod: "a", node: "n1" }, []]);
      assert.equal(href({ pod: "b" }), "https://site/x/1/?pod=b&node=n1");
    },
    still,
  );
});
