// Making nothing twice.

/**
 * `make`, which gives the same result again while what it is made of is the same.
 * @template {(...args: any[]) => any} F
 * @param {F} make
 * @param {(...args: Parameters<F>) => any[]} [by] what it depends on; without it the arguments
 * @returns {F}
 */
export function memoizeLast(make, by = (...args) => /** @type {any[]} */ (args)) {
  /** @type {any[] | undefined} */
  let known;
  /** @type {ReturnType<F>} */
  let made;
  return /** @type {F} */ (
    (/** @type {Parameters<F>} */ ...args) => {
      const now = by(...args);
      if (!known || now.some((each, i) => each !== known?.[i])) [made, known] = [make(...args), now];
      return made;
    }
  );
}
