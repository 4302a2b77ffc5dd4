// The groups of nodes in the status of Cluster Autoscaler (scheduler_core/kubernetes/source/nodegroups.py).

const BEGIN = /^\s*(?:- |Name:)/;
const NAME = /(?:^|\s)[Nn]ame: *["']?(?:[^\s"']*\/)?([A-Za-z0-9_.-]+)/;
const SIZE = /\b(cloudProviderTarget|maxSize)(?:=|: *)([0-9]{1,9})\b/g;

/** A status with nothing but its groups and their sizes. @param {string} status */
export function reducedStatus(status) {
  /** @type {Record<string, string>[]} */
  const groups = [{}]; // the first is what stands before all groups
  for (const line of status.split("\n")) {
    if (BEGIN.test(line)) groups.push({});
    const group = /** @type {Record<string, string>} */ (groups.at(-1));
    group.name ||= NAME.exec(line)?.[1] ?? "";
    for (const [, key, number] of line.matchAll(SIZE)) group[key] ??= number;
  }
  return ["nodeGroups:\n", ...groups.slice(1).map(written)].join("");
}

/** @param {Record<string, string>} group */
const written = ({ name, cloudProviderTarget, maxSize }) => {
  if (!name || !cloudProviderTarget || !maxSize) return "";
  const sizes = `cloudProviderTarget: ${Number(cloudProviderTarget)}, maxSize: ${Number(maxSize)}`;
  return `- name: ${name}\n  health: {${sizes}}\n`;
};

/**
 * A reduced status with other names for its groups.
 * @param {string} status @param {(name: string) => string} rename
 */
export const withGroups = (status, rename) => status.replace(/(?<=^- name: ).+/gm, rename);
