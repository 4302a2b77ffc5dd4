// When things are drawn.

/** Once the next frame is on screen: for what may follow a moment later, so that what was asked for is seen first. */
export const afterPaint = (run) => requestAnimationFrame(() => setTimeout(run));
