// Ways from the answer into the steps of a pod.

/**
 * The address of a pod's attempt in the workbench, which stands above the answer.
 * @param {string} pod `namespace/name` @param {number} [attempt] @param {string} [point]
 */
export function stepsOf(pod, attempt = 1, point = "") {
  const params = new URLSearchParams({ pod });
  if (attempt > 1) params.set("attempt", String(attempt));
  if (point) params.set("point", point);
  return `../?${params}`;
}
