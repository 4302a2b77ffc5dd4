// Loading a stylesheet or a classic script once, when a part needs it.

const loaded = new Map();

/** @param {string | URL} url @returns {Promise<void>} */
export const loadStyle = (url) => once(url, () => Object.assign(document.createElement("link"), { rel: "stylesheet", href: String(url) }));

/** @param {string | URL} url @returns {Promise<void>} */
export const loadScript = (url) => once(url, () => Object.assign(document.createElement("script"), { src: String(url) }));

function once(url, make) {
  const key = String(url);
  if (!loaded.has(key)) loaded.set(key, attach(make(), key));
  return loaded.get(key);
}

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
