// PostFilter: nothing fitted, and a plugin looks for a way to make room.

import { panelsAt } from "./page.js";

/** @type {import("../core/context.js").Stage} */
export const postfilter = { render: (now) => ({ body: panelsAt("PostFilter", now) }) };
