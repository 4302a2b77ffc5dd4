// Mirrors pkg/scheduler/framework/plugins/defaultbinder: writes the node into the pod.

/** @type {import("./descriptor.js").Plugin} */
export const defaultBinder = { name: "DefaultBinder" };
