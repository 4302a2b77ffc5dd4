// Adds up by how much what is in sight moves by itself, as browsers count it (0.1 is poor), and what moves.
globalThis.shift = 0;
globalThis.moved = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    globalThis.shift += value;
    for (const { node, previousRect: before, currentRect: after } of sources)
      globalThis.moved.push(`${node?.id || node?.className || node?.nodeName} ${before.y} → ${after.y}`);
  }
}).observe({ type: "layout-shift", buffered: true });
