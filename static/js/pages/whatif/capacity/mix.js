// A mix of pods as text: "shop/web=2,db".

/** @param {string} text @returns {{pod: string, times: number}[]} */
export const mixOf = (text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [name, times] = part.split("=");
      return { pod: name.includes("/") ? name : `default/${name}`, times: Math.max(1, Number(times) || 1) };
    });
