// Labels of nodes and pods.

/** The last part of a label key, which is what people call it. @param {string} key */
export const shortKey = (key) => key.slice(key.indexOf("/") + 1);
