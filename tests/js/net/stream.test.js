import assert from "node:assert/strict";
import { afterEach, mock, test } from "node:test";

// The modules look whether the page is a file that holds its answers, and for its language.
const former = globalThis.document;
const { location } = globalThis;
Object.assign(globalThis, { document: { getElementById: () => null, documentElement: { lang: "" } } });
const { expectRun, streamRun } = await import("../../../static/js/net/stream.js");
Object.assign(globalThis, { document: former });

/** The browser's end of a connection; the test holds the other one. */
class Socket {
  static OPEN = 1;
  readyState = 0;
  onopen = () => {};
  /** @type {(message: {data: string}) => void} */
  onmessage = () => {};
  onclose = () => {};
  sent = /** @type {string[]} */ ([]);

  /** @param {string} url */
  constructor(url) {
    this.url = url;
    sockets.push(this);
  }

  open() {
    this.readyState = Socket.OPEN;
    this.onopen();
  }

  /** Brings one message. @param {...number} numbers of its events */
  bring(...numbers) {
    this.onmessage({ data: JSON.stringify({ events: numbers.map(event) }) });
  }

  /** @param {string} text */
  send(text) {
    this.sent.push(text);
  }

  close() {
    this.readyState = 3;
    this.onclose();
  }
}

/** @type {Socket[]} */
let sockets = [];
/** What was asked for: the number after which events are fetched. @type {number[]} */
let asked = [];
/** The log of the server: how many events it has, the last one of them, and how many an answer holds. */
let log = { length: 0, last: Infinity, page: 100, status: 200 };

/** @param {number} seq */
const event = (seq) => ({ seq, kind: seq === log.last ? "run.finished" : "cycle.finished" });

/** @param {string} address */
async function fetchEvents(address) {
  const after = Number(new URL(address, "http://page").searchParams.get("after"));
  asked.push(after);
  if (log.status !== 200) return Response.json({ errors: [] }, { status: log.status });
  const count = Math.min(log.length - after, log.page);
  const events = Array.from({ length: count }, (_, i) => event(after + 1 + i));
  return Response.json({ events, status: log.length >= log.last ? "finished" : "running" });
}

const { fetch } = globalThis;

/** Watches a run, and collects the numbers of its events as they come. @param {number} [after] */
function watch(after = 0) {
  Object.assign(globalThis, {
    WebSocket: Socket,
    location: { protocol: "http:", host: "page" },
    fetch: fetchEvents,
  });
  mock.timers.enable({ apis: ["setTimeout"] });
  const heard = /** @type {number[]} */ ([]);
  const stream = streamRun("7", { after, onEvents: (events) => heard.push(...events.map(({ seq }) => seq)) });
  sockets[0].open();
  return { heard, stream, socket: sockets[0] };
}

afterEach(() => {
  mock.timers.reset();
  Object.assign(globalThis, { fetch, location });
  Reflect.deleteProperty(globalThis, "WebSocket");
  [sockets, asked, log] = [[], [], { length: 0, last: Infinity, page: 100, status: 200 }];
});

/** Resolves when the answers of the server are here. */
async function settled() {
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

test("events are handed on in order, and none is fetched", async () => {
  const { heard, stream, socket } = watch();
  assert.equal(socket.url, "ws://page/ws/runs/7?after=0");
  socket.bring(1, 2);
  socket.bring(3);
  await settled();
  assert.deepEqual(heard, [1, 2, 3]);
  assert.deepEqual(asked, []);
  assert.equal(stream.state.get(), "live");
});

test("a socket that was opened ahead is asked, once, by the first stream", async () => {
  for (const opens of ["before", "after"]) {
    sockets = [];
    Object.assign(globalThis, { WebSocket: Socket, location: { protocol: "http:", host: "page" } });
    expectRun();
    expectRun();
    const [waiting] = sockets;
    if (opens === "before") waiting.open();
    const heard = /** @type {number[]} */ ([]);
    const stream = streamRun("7", { onEvents: (events) => heard.push(...events.map(({ seq }) => seq)) });
    if (opens === "after") waiting.open();
    waiting.bring(1, 2);
    assert.deepEqual([waiting.url, waiting.sent, heard], ["ws://page/ws/runs", ["7?after=0"], [1, 2]], opens);
    const other = streamRun("8", { onEvents() {} });
    assert.deepEqual(
      sockets.slice(1).map(({ url }) => url),
      ["ws://page/ws/runs/8?after=0"],
    );
    for (const open of [stream, other]) open.close();
  }
});

test("events of a lost message are fetched, and come before those after them", async () => {
  const { heard, socket } = watch();
  log.length = 6;
  socket.bring(1, 2);
  socket.bring(5, 6); // 3 and 4 were lost
  await settled();
  assert.deepEqual(heard, [1, 2, 3, 4, 5, 6]);
  assert.equal(asked[0], 2);
});

test("a stream that begins in the middle of the log misses what comes after that, not before", async () => {
  const { heard, socket } = watch(4);
  log.length = 7;
  socket.bring(6, 7);
  await settled();
  assert.deepEqual(heard, [5, 6, 7]);
  assert.equal(asked[0], 4);
});

test("what is missing is fetched answer by answer, and once for many gaps", async () => {
  const { heard, socket } = watch();
  Object.assign(log, { length: 9, page: 2 });
  socket.bring(4);
  socket.bring(7);
  socket.bring(9);
  await settled();
  assert.deepEqual(heard, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual(asked, [0, 2, 4, 6, 8, 9]);
});

test("an event that comes twice is handed on once", async () => {
  const { heard, socket } = watch();
  socket.bring(1, 2);
  socket.bring(1, 2, 3);
  socket.bring(2);
  assert.deepEqual(heard, [1, 2, 3]);
});

test("a lost connection is made anew where it ended, and what it missed is fetched", async () => {
  const { heard, stream, socket } = watch();
  socket.bring(1, 2);
  log.length = 4;
  socket.close();
  assert.equal(stream.state.get(), "connecting");
  await settled();
  assert.deepEqual(heard, [1, 2, 3, 4]);
  mock.timers.tick(500);
  assert.equal(sockets.length, 2);
  assert.equal(sockets[1].url, "ws://page/ws/runs/7?after=4");
});

test("a connection that has been quiet is not trusted: its last message may be lost", async () => {
  const { heard, stream } = watch();
  Object.assign(log, { length: 3, last: 3 });
  mock.timers.tick(2_000);
  await settled();
  assert.deepEqual(heard, [1, 2, 3]);
  assert.equal(stream.state.get(), "done");
});

test("the last event ends it: no connection, and nothing more is asked", async () => {
  const { stream, socket } = watch();
  log.last = 2;
  socket.bring(1, 2);
  assert.equal(stream.state.get(), "done");
  assert.equal(socket.readyState, 3);
  mock.timers.tick(60_000);
  await settled();
  assert.deepEqual([sockets.length, asked], [1, []]);
});

test("a run that is gone ends it, a server that fails does not", async () => {
  const { stream, socket } = watch();
  log.status = 500;
  socket.bring(3);
  await settled();
  assert.equal(stream.state.get(), "live");
  log.status = 404;
  socket.bring(3);
  await settled();
  assert.equal(stream.state.get(), "failed");
});

test("nothing comes after it was closed", async () => {
  const { heard, stream, socket } = watch();
  log.length = 3;
  socket.bring(3);
  stream.close();
  await settled();
  assert.deepEqual(heard, []);
});
