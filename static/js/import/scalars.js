// Plain scalars of YAML 1.1 as kubectl understands them (scheduler_core/kubernetes/objects/scalars.py).

import {
  defineScalarTag,
  NOT_RESOLVED,
  Schema,
  YAML11_SCHEMA,
} from "../../vendor/js-yaml/js-yaml.esm.min.mjs";

/** @type {Record<string, boolean>} */
const BOOLEANS = {
  y: true,
  yes: true,
  true: true,
  on: true,
  n: false,
  no: false,
  false: false,
  off: false,
};
const INTEGER = /^[-+]?(0[bB][01]+|0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0|[1-9][0-9]*)$/;
const NUMBER = /^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$/;

/** Without underscores, which a number that begins with a period may not have. @param {string} text */
const digitsOf = (text) => (text.startsWith(".") ? text : text.replaceAll("_", ""));

const bool = defineScalarTag("tag:yaml.org,2002:bool", {
  implicit: true,
  resolve: (text) =>
    /^([a-z]+|[A-Z][a-z]*|[A-Z]+)$/.test(text) && Object.hasOwn(BOOLEANS, text.toLowerCase())
      ? BOOLEANS[text.toLowerCase()]
      : NOT_RESOLVED,
  identify: (value) => typeof value === "boolean",
});
const int = defineScalarTag("tag:yaml.org,2002:int", {
  implicit: true,
  resolve: (text) => (INTEGER.test(digitsOf(text)) ? integer(digitsOf(text)) : NOT_RESOLVED),
  identify: (value) => Number.isSafeInteger(value),
});
const float = defineScalarTag("tag:yaml.org,2002:float", {
  implicit: true,
  resolve: (text) => {
    const value = NUMBER.test(digitsOf(text)) ? Number(digitsOf(text)) : Infinity;
    return Number.isFinite(value) ? value : NOT_RESOLVED;
  },
  identify: (value) => typeof value === "number" && !Number.isSafeInteger(value),
});

/** Digits after 0 are octal, as in Go. @param {string} text */
function integer(text) {
  const sign = text.startsWith("-") ? -1 : 1;
  const digits = text.replace(/^[-+]/, "");
  return sign * Number(/^0[0-7]/.test(digits) ? `0o${digits.slice(1)}` : digits);
}

export const SCHEMA = new Schema([
  bool,
  int,
  float,
  ...YAML11_SCHEMA.tags.filter((tag) => !/timestamp|binary|bool|int|float/.test(tag.tagName)),
]);
