// The way back from columns (webui/runs/packing.py). An answer is {nodes, lists, answer}; in it
//   {$: "nodes", list}            the node names of lists[list], which are indices into nodes
//   {$: "by", keys, values}       a map from the nodes of lists[keys] to the values, in that order
//   {$: "table", columns, n}      n objects with these columns
//   {$: "coded", table, codes}    table[code] for each code
//   {$: "same", value, n}         n times the value
//   {$: "sets", sets}             lists of nodes
// Maps by node are made when they are first looked at: a panel needs those of one plugin.

/**
 * What is packed, and what it opens to: any JSON.
 * @typedef {any} Json
 */

/**
 * @typedef {object} Columns what the forms open themselves with
 * @property {string[]} nodes
 * @property {string[][]} named the lists, as names
 * @property {(packed: Json) => Json} open
 */

/** @param {{nodes: string[], lists: number[][], answer: Json}} packed @returns {Json} */
export function unpack({ nodes, lists, answer }) {
  const named = lists.map((list) => list.map((index) => nodes[index]));
  const columns = { nodes, named, open };
  return open(answer);

  /** @param {Json} value @returns {Json} */
  function open(value) {
    if (Array.isArray(value)) return value.map(open);
    if (value === null || typeof value !== "object") return value;
    return "$" in value ? FORMS[value.$](value, columns) : fields(value);
  }

  /** @param {Record<string, Json>} value */
  function fields(value) {
    /** @type {Record<string, Json>} */
    const opened = {};
    for (const [key, field] of Object.entries(value)) {
      if (field?.$ === "by") late(opened, key, () => open(field));
      else opened[key] = open(field);
    }
    return opened;
  }
}

/** @type {Record<string, (form: Record<string, Json>, columns: Columns) => Json>} */
const FORMS = {
  nodes: ({ list }, { named }) => named[list],
  by({ keys, values }, { named, open }) {
    const column = open(values);
    /** @type {Record<string, Json>} */
    const map = {};
    named[keys].forEach((node, place) => (map[node] = column[place]));
    return map;
  },
  table({ columns, n }, { open }) {
    const entries = Object.entries(columns).map(([key, column]) => [key, open(column)]);
    return Array.from({ length: n }, (_, place) =>
      Object.fromEntries(entries.map(([key, column]) => [key, column[place]])),
    );
  },
  coded({ table, codes }, { open }) {
    const values = table.map(open);
    return codes.map((/** @type {number} */ code) => values[code]);
  },
  same: ({ value, n }) => new Array(n).fill(value),
  sets: ({ sets }, { nodes }) => sets.map((/** @type {number[]} */ set) => set.map((index) => nodes[index])),
};

/** @param {Record<string, Json>} target @param {string} key @param {() => Json} make */
function late(target, key, make) {
  Object.defineProperty(target, key, {
    enumerable: true,
    configurable: true,
    get() {
      const value = make();
      Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
      return value;
    },
  });
}
