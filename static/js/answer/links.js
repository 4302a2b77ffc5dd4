// Ways from the answer into the steps of a pod.

/**
 * The address of a pod's attempt in the workbench, which stands above the answer.
 * @param {string} pod `namespace/name` @param {number} [attempt]
 */
export function stepsOf(pod, attempt = 1) {
  const params = new URLSearchParams({ pod });
  if (attempt > 1) params.set("attempt", String(attempt));
  return `../?${params}`;
}
