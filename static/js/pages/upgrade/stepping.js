// From difference to difference: pod by pod in the order of the versions.

import { allShifts } from "./shifts.js";
import { matrix, open, selection } from "./state.js";

/** @param {1 | -1} direction */
export function move(direction) {
  const table = matrix.get();
  if (!table) return;
  const shifts = allShifts(table).sort((one, two) => one.stay.first - two.stay.first);
  const now = selection.get();
  const at = shifts.findIndex(({ pod, stay }) => pod === now?.pod && stay.first === now.version);
  const next = at < 0 ? (direction > 0 ? shifts[0] : shifts.at(-1)) : shifts[at + direction];
  if (next) open(table.versions[next.stay.first].release, next.pod.pod);
}
