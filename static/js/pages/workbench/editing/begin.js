// Where the editor begins: at the pod on screen, not at the first line.

import { effect } from "../../../lib/atoms.js";
import { current } from "../core/actions.js";
import { cluster } from "../core/state.js";
import { objectOf } from "./entries.js";

/**
 * Goes to the pod's text as soon as the run and its cluster are there.
 * @param {import("../../../editor/editor.js").Editor} editor
 */
export function beginAtPod(editor) {
  const stop = effect(async () => {
    const known = cluster.get();
    const name = current()?.pod;
    const index = name ? known?.podIndex(name) : undefined;
    if (!name || index === undefined) return;
    queueMicrotask(() => stop());
    const pod = { name, owner: known?.pod(index)?.owner ?? null };
    const object = objectOf(pod, await editor.entries());
    if (object) editor.openAt(object);
  });
}
