// Of this file what the page uses.

export function gunzipSync(data: Uint8Array): Uint8Array;
export function unzipSync(
  data: Uint8Array,
  options?: { filter?: (entry: { name: string }) => boolean },
): Record<string, Uint8Array>;
