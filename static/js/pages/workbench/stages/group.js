// Pod group: the cycle of the pod's whole group.

import { theatre } from "../gang/theatre.js";

/** @type {import("../core/context.js").Stage} */
export const group = {
  early: true,
  key: ({ slim }) => String(slim),
  render: (now) => ({ body: theatre(now) }),
};
