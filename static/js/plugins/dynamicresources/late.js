// The views of claims and devices, fetched when a reader first looks at some: few runs have any.

import { later } from "../../lib/later.js";

export const overviewParts = later(async () => (await import("./overview.js")).overviewParts);
export const xrayParts = later(async () => (await import("./xray.js")).xrayParts);
