// Remembering the last result of a function.

/**
 * `make`, which returns its last result again while its dependencies are the same.
 * @template {(...args: any[]) => any} F
 * @param {F} make
 * @param {(...args: Parameters<F>) => any[]} [by] what it depends on; without it the arguments
 * @returns {F}
 */
export function memoizeLast(make, by = (...args) => /** @type {any[]} */ (args)) {
  /** @type {any[] | undefined} */
  let dependencies;
  /** @type {ReturnType<F>} */
  let result;
  return /** @type {F} */ (
    (/** @type {Parameters<F>} */ ...args) => {
      const now = by(...args);
      if (!dependencies || now.some((dependency, i) => dependency !== dependencies?.[i]))
        [result, dependencies] = [make(...args), now];
      return result;
    }
  );
}
