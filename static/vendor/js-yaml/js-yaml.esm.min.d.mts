// Of this file what the page uses.

export const NOT_RESOLVED: unique symbol;

export interface Tag {
  tagName: string;
}

export class Schema {
  constructor(tags: Tag[]);
  tags: Tag[];
}

export const YAML11_SCHEMA: Schema;

export function defineScalarTag(
  tagName: string,
  options: {
    implicit: boolean;
    resolve: (text: string) => unknown;
    identify: (value: unknown) => boolean;
  },
): Tag;

export function loadAll(text: string, options: { schema: Schema }): unknown[];
export function dump(
  value: unknown,
  options: { schema: Schema; noRefs: boolean; lineWidth: number; seqNoIndent: boolean },
): string;

export class YAMLException extends Error {
  reason: string;
  mark?: { line: number };
}
