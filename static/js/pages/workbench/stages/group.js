// Pod group: the cycle of the pod's whole group.

import { later, soon } from "../../../lib/later.js";

const theatre = later(async () => (await import("../gang/theatre.js")).theatre);

/** @type {import("../core/context.js").Stage} */
export const group = {
  early: true,
  key: ({ slim }) => String(slim),
  render: (now) => ({ body: soon(theatre(now)) }),
};
