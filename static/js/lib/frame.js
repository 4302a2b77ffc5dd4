// When things are drawn.

/**
 * Once the next frame is on screen: for what may follow a moment later, so that what was asked for is seen
 * first.
 * @param {() => void} run
 */
export const afterPaint = (run) => requestAnimationFrame(() => setTimeout(run));

const AT_LAST_MS = 200;

/**
 * When nothing else is to be done, and soon all the same: for what nobody waits for.
 * @param {() => void} run
 */
export const whenIdle = (run) =>
  "requestIdleCallback" in globalThis
    ? requestIdleCallback(run, { timeout: AT_LAST_MS })
    : setTimeout(run, 50);
