// When things are drawn.

/** Once the next frame is on screen: for what may follow a moment later, so that what was asked for is seen first. */
export const afterPaint = (run) => requestAnimationFrame(() => setTimeout(run));

/** When nothing else is to be done: for what nobody waits for. */
export const whenIdle = globalThis.requestIdleCallback ?? ((run) => setTimeout(run, 50));
