// A new scenario, and then its page.

import { post } from "../../net/api.js";

/** @param {string} title @param {string} source */
export async function createScenario(title, source) {
  const scenario = await post("/scenarios", { title, source });
  location.assign(`/w/${scenario.id}/`);
}
