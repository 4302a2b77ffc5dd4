// Loading a stylesheet or a classic script once, when a part needs it.

/** @type {Map<string, Promise<void>>} by address */
const loaded = new Map();

/** @param {string | URL} url @returns {Promise<void>} */
export const loadStyle = (url) =>
  once(url, () => Object.assign(document.createElement("link"), { rel: "stylesheet", href: String(url) }));

/** @param {string | URL} url @returns {Promise<void>} */
export const loadScript = (url) =>
  once(url, () => Object.assign(document.createElement("script"), { src: String(url) }));

/** @param {string | URL} url @param {() => HTMLElement} make */
function once(url, make) {
  const key = String(url);
  const loading = loaded.get(key) ?? attach(make(), key);
  loaded.set(key, loading);
  return loading;
}

/** @param {HTMLElement} element @param {string} url @returns {Promise<void>} */
function attach(element, url) {
  return new Promise((resolve, reject) => {
    element.onload = () => resolve();
    element.onerror = () => {
      loaded.delete(url);
      element.remove();
      reject(new Error(`${url} could not be loaded`));
    };
    document.head.append(element);
  });
}
