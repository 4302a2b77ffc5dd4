// When things are drawn.

/**
 * Runs once the next frame is on screen: for work that may follow a moment after what the reader waits for.
 * @param {() => void} run
 */
export const afterPaint = (run) => requestAnimationFrame(() => setTimeout(run));

const AT_LAST_MS = 200;

/**
 * Runs when the browser is idle, but soon in any case: for work that nobody waits for.
 * @param {() => void} run
 */
export const whenIdle = (run) =>
  "requestIdleCallback" in globalThis
    ? requestIdleCallback(run, { timeout: AT_LAST_MS })
    : setTimeout(run, 50);
