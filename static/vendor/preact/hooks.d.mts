// Of this file what the page uses.

export function useRef<T>(initial: T): { current: T };
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
export function useEffect(run: () => void | (() => void), on?: readonly unknown[]): void;
export function useLayoutEffect(run: () => void | (() => void), on?: readonly unknown[]): void;
