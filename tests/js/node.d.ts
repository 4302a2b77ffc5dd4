// What the tests use of Node; its own types come by npm alone.

declare module "node:test" {
  export function test(name: string, run: () => void | Promise<void>): Promise<void>;
  export function afterEach(run: () => void): void;
  export const mock: {
    timers: {
      enable(options: { apis: string[] }): void;
      tick(milliseconds: number): void;
      reset(): void;
    };
  };
}

declare module "node:assert/strict" {
  const assert: {
    ok(value: unknown, message?: string): asserts value;
    equal<T>(actual: unknown, expected: T, message?: string): asserts actual is T;
    notEqual(actual: unknown, expected: unknown, message?: string): void;
    deepEqual(actual: unknown, expected: unknown, message?: string): void;
    fail(message?: string | Error): never;
    match(text: string, pattern: RegExp): void;
    throws(run: () => unknown, expected?: RegExp | object): void;
    rejects(run: Promise<unknown> | (() => Promise<unknown>), expected?: RegExp | object): Promise<void>;
  };
  export default assert;
}

declare module "node:fs" {
  export function readFileSync(path: URL, encoding: "utf8"): string;
  export function readdirSync(folder: URL): string[];
}

declare module "node:zlib" {
  export function gzipSync(bytes: Uint8Array): Uint8Array;
}

declare function setImmediate(run: (...args: any[]) => void): unknown;

declare module "node:fs" {
  export function readFileSync(path: URL, encoding: "utf8"): string;
}
