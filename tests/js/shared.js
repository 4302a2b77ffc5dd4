import { readFileSync } from "node:fs";

/** The cases that the engine's tests read too: `shared("run")`. @param {string} name @returns {any} */
export const shared = (name) =>
  JSON.parse(readFileSync(new URL(`../shared/${name}.json`, import.meta.url), "utf8"));
