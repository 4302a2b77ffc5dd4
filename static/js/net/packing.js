// The way back from columns (webui/runs/packing.py). An answer is {nodes, lists, answer}; in it
//   {$: "nodes", list}            the node names of lists[list], which are indices into nodes
//   {$: "by", keys, values}       a map from the nodes of lists[keys] to the values, in that order
//   {$: "table", columns, n}      n objects with these columns
//   {$: "coded", table, codes}    table[code] for each code
//   {$: "same", value, n}         n times the value
//   {$: "sets", sets}             lists of nodes
// Maps by node are made when they are first looked at: a panel needs those of one plugin.

/** @param {{nodes: string[], lists: number[][], answer: any}} packed */
export function unpack({ nodes, lists, answer }) {
  const named = lists.map((list) => list.map((index) => nodes[index]));
  return open(answer);

  function open(value) {
    if (Array.isArray(value)) return value.map(open);
    if (value === null || typeof value !== "object") return value;
    return "$" in value ? FORMS[value.$](value, open, named, nodes) : fields(value);
  }

  function fields(value) {
    const opened = {};
    for (const [key, field] of Object.entries(value)) {
      if (field?.$ === "by") late(opened, key, () => open(field));
      else opened[key] = open(field);
    }
    return opened;
  }
}

const FORMS = {
  nodes: ({ list }, open, named) => named[list],
  by({ keys, values }, open, named) {
    const column = open(values);
    const map = {};
    named[keys].forEach((node, place) => (map[node] = column[place]));
    return map;
  },
  table({ columns, n }, open) {
    const entries = Object.entries(columns).map(([key, column]) => [key, open(column)]);
    return Array.from({ length: n }, (_, place) => Object.fromEntries(entries.map(([key, column]) => [key, column[place]])));
  },
  coded({ table, codes }, open) {
    const values = table.map(open);
    return codes.map((code) => values[code]);
  },
  same: ({ value, n }) => new Array(n).fill(value),
  sets: ({ sets }, open, named, nodes) => sets.map((set) => set.map((index) => nodes[index])),
};

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
