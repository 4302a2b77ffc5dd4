// Kubernetes quantities as numbers.

const QUANTITY = /^([+-]?[\d.]+(?:[eE][+-]?\d+)?)([a-zA-Z]*)$/;
const DECIMAL = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const BINARY = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/** The value of a Kubernetes quantity, "1500m" or "8Gi"; 0 without one. @param {string | undefined} text */
export function quantityOf(text) {
  const [, number, unit] = QUANTITY.exec(text ?? "") ?? [];
  if (number === undefined) return 0;
  const binary = unit.endsWith("i") ? BINARY.indexOf(unit) : -1;
  const factor = binary > 0 ? 1024 ** binary : 1000 ** (DECIMAL.indexOf(unit) - DECIMAL.indexOf(""));
  return Number(number) * factor;
}
