// Numbers, counts, times and quantities as people read them.

const integers = new Intl.NumberFormat("en");
const BINARY = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** @param {number} value */
export const integer = (value) => integers.format(value);

/** `decimal(4.8283, 3)` → "4.828"; whole numbers stay whole. */
export const decimal = (value, digits = 2) =>
  (Number.isInteger(value) ? integer(value) : value.toLocaleString("en", { maximumFractionDigits: digits })).replace("-", "−");

/** "+3", "−2", "0": for differences, where the sign is always printed. */
export const signed = (value) => (value > 0 ? `+${decimal(value)}` : value < 0 ? `−${decimal(-value)}` : "0");

/** `count(1, "node")` → "1 node", `count(2, "node")` → "2 nodes", `count(2, "entry", "entries")`. */
export const count = (number, one, many = `${one}s`) => `${integer(number)} ${number === 1 ? one : many}`;

/** A resource amount in the unit that the engine names: "500m", "1.5", "2 GiB", "110". */
export function quantity(value, unit) {
  if (unit === "milli") return Math.abs(value) >= 1000 || value === 0 ? decimal(value / 1000, 3) : `${integer(value)}m`;
  if (unit === "bytes") return bytes(value);
  return integer(value);
}

/** @param {number} value */
export function bytes(value) {
  let power = 0;
  while (Math.abs(value) >= 1024 && power < BINARY.length - 1) {
    value /= 1024;
    power += 1;
  }
  return `${decimal(value, 1)} ${BINARY[power]}`;
}

/** @param {number} milliseconds since it happened: "now", "2 s ago", "5 min ago", "3 h ago", "2 d ago" */
export function ago(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  if (seconds < 1) return "now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86400)} d ago`;
}
