// What the minor number of a Kubernetes version decides.

/** The condition of a PodGroup that says whether it is scheduled. @param {string} name "v1.36.2" */
export const scheduledCondition = (name) =>
  minorOf(name) < 37 ? "PodGroupScheduled" : "PodGroupInitiallyScheduled";

/** @param {string} release */
const minorOf = (release) => Number(/^v?\d+\.(\d+)/.exec(release)?.[1] ?? 0);

/**
 * The next minor release, which an upgrade leads to; the newest one if there is none.
 * @template {{value: string}} O @param {O[]} offered without the version itself @param {string} version
 */
export function nextVersion(offered, version) {
  const ascending = [...offered].sort((a, b) => minorOf(a.value) - minorOf(b.value));
  return ascending.find(({ value }) => minorOf(value) > minorOf(version)) ?? ascending.at(-1);
}
