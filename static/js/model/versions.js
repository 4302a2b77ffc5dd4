// Kubernetes versions in their order.

/**
 * The next minor release, which an upgrade leads to; the newest one if there is none.
 * @template {{value: string}} O @param {O[]} offered without the version itself @param {string} version
 */
export function nextVersion(offered, version) {
  const minor = (/** @type {string} */ release) => Number(/^v?\d+\.(\d+)/.exec(release)?.[1]);
  const ascending = [...offered].sort((a, b) => minor(a.value) - minor(b.value));
  return ascending.find(({ value }) => minor(value) > minor(version)) ?? ascending.at(-1);
}
