// The JSON API: one function a verb, errors as values with a status and the server's own list.

import { t } from "../lib/i18n.js";
import { offline, storedAnswer } from "./offline.js";

/** @import { AnswerTo, ErrorsOut } from "../types/api.js" */

const PACKED_FROM = 1_000_000; // characters
const MOST_RATIO = 90; // the server refuses what unpacks to a hundred times its size

export class ApiError extends Error {
  /**
   * @param {number} status 0 when the server could not be reached
   * @param {import("../lib/problems.js").Problem[]} errors
   */
  constructor(status, errors) {
    super(errors.map((error) => (error.path ? `${error.path}: ${error.message}` : error.message)).join("\n"));
    this.name = "ApiError";
    this.status = status;
    this.errors = errors;
  }

  /** The server was not reached: worth trying again. */
  get offline() {
    return this.status === 0;
  }
}

/**
 * @typedef {object} RequestOptions
 * @property {unknown} [body]
 * @property {AbortSignal} [signal]
 * @property {boolean} [keepalive]
 * @property {RequestCache} [cache]
 * @property {Record<string, string>} [headers]
 */

/**
 * @template {string} M @template {string} P
 * @param {M} method
 * @param {P} path below /api, or a whole path that starts with /api/
 * @param {RequestOptions} [options]
 * @returns {Promise<AnswerTo<M, P>>} null when the answer has no content, an ArrayBuffer when it is bytes
 */
export async function request(method, path, options) {
  const answer = offline ? fromTheFile(method, path) : await fromTheServer(method, path, options);
  return /** @type {AnswerTo<M, P>} */ (answer);
}

/** @param {string} method @param {string} path @param {RequestOptions} [options] */
async function fromTheServer(method, path, { body, headers: more, ...options } = {}) {
  const { text, encoding } = await encoded(body);
  const response = await reach(path.startsWith("/api/") ? path : `/api${path}`, {
    ...options,
    method,
    credentials: "same-origin",
    headers: { ...headers(body), ...encoding, ...more },
    body: text,
  });
  const data = await content(response);
  if (!response.ok) throw new ApiError(response.status, problems(response, data));
  return data;
}

/**
 * The message of anything thrown, as a sentence begins; a path in front stays as it is.
 * @param {unknown} error
 */
export function messageOf(error) {
  const message = error instanceof Error ? error.message : String(error);
  const isSentence = error instanceof ApiError && !error.errors[0]?.path;
  return isSentence ? message.charAt(0).toUpperCase() + message.slice(1) : message;
}

/** @typedef {Omit<RequestOptions, "body">} Options */

/** @template {string} P @param {P} path @param {Options} [options] @returns {Promise<AnswerTo<"GET", P>>} */
export const get = (path, options) => request("GET", path, options);
/**
 * @template {string} P
 * @param {P} path @param {object} [body] @param {Options} [options]
 * @returns {Promise<AnswerTo<"POST", P>>}
 */
export const post = (path, body, options) => request("POST", path, { body: body ?? {}, ...options });
/**
 * @template {string} P
 * @param {P} path @param {object} body @param {Options} [options]
 * @returns {Promise<AnswerTo<"PUT", P>>}
 */
export const put = (path, body, options) => request("PUT", path, { body, ...options });
/**
 * @template {string} P @param {P} path @param {Options} [options] @returns {Promise<AnswerTo<"DELETE", P>>}
 */
export const del = (path, options) => request("DELETE", path, options);

/**
 * The body of a request, packed if that saves time: a dump becomes a tenth.
 * @param {unknown} body @returns {Promise<{text?: string | Blob, encoding?: Record<string, string>}>}
 */
async function encoded(body) {
  if (body === undefined) return {};
  const text = JSON.stringify(body);
  if (text.length < PACKED_FROM || !("CompressionStream" in globalThis)) return { text };
  const plain = new Blob([text]);
  const packed = await new Response(plain.stream().pipeThrough(new CompressionStream("gzip"))).blob();
  if (plain.size > MOST_RATIO * packed.size) return { text };
  return { text: packed, encoding: { "Content-Encoding": "gzip" } };
}

/** @param {string} method @param {string} path */
function fromTheFile(method, path) {
  const answer = method === "GET" ? storedAnswer(path) : undefined;
  if (answer === undefined)
    throw new ApiError(404, [
      { path: "", message: t("This is not in the file. Open the run online to see it.") },
    ]);
  return answer;
}

/** @param {string} url @param {RequestInit} init */
async function reach(url, init) {
  try {
    return await fetch(url, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, [
      { path: "", message: t("The server cannot be reached. Nothing is lost; retrying.") },
    ]);
  }
}

/** @param {unknown} body */
function headers(body) {
  /** @type {Record<string, string>} */
  const result = { Accept: "application/json" };
  if (body !== undefined) result["Content-Type"] = "application/json";
  return result;
}

/** @param {Response} response @returns {Promise<unknown>} null where there is none */
async function content(response) {
  if (response.status === 204) return null;
  if (response.headers.get("Content-Type") === "application/octet-stream") return response.arrayBuffer();
  const text = await response.text();
  try {
    return text ? JSON.parse(text) : null;
  } catch {
    return null;
  }
}

/** @param {Response} response @param {unknown} data @returns {import("../lib/problems.js").Problem[]} */
function problems(response, data) {
  const { errors } = /** @type {Partial<ErrorsOut>} */ (data ?? {});
  if (Array.isArray(errors) && errors.length) return errors;
  return [
    {
      path: "",
      message: t("The server answered {status}", {
        status: `${response.status} ${response.statusText}`.trim(),
      }),
    },
  ];
}
