// What was brought becomes a draft: a cluster runs at once, a workload without nodes is tried on clusters.

import { ApiError, post } from "../net/api.js";

/** @import { Shape } from "./recognise.js" */

/**
 * @typedef {object} Draft
 * @property {string} title
 * @property {string} source
 * @property {Shape} shape of the source
 * @property {boolean} [allowErrors] it opens in the editor, with its errors
 * @property {boolean} [editFirst] it opens in the editor
 */

/**
 * Makes the draft, and runs it where there is something to run.
 * @param {Draft} draft @returns {Promise<string>} the address at which it opens
 */
export async function openDraft({ title, source, shape, allowErrors = false, editFirst = false }) {
  const body = { title, source, allow_errors: allowErrors };
  const { id } = await post("/scenarios", body, { headers: { Prefer: "return=minimal" } });
  const address = `/w/${id}/`;
  if (allowErrors || editFirst) return address;
  const places = shape.pods > 0 || shape.workloads.length > 0;
  if (places && !shape.nodes) return `${address}try-on/`;
  return places && (await runs(id)) ? `${address}answer/` : address;
}

/** @param {string} scenario @returns {Promise<boolean>} false: it has errors, which the editor shows */
async function runs(scenario) {
  try {
    await post(`/scenarios/${scenario}/runs`);
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return false;
  }
}
