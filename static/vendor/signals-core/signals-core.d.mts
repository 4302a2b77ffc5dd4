// Of this file what the page uses.

export interface ReadonlySignal<T> {
  readonly value: T;
  peek(): T;
  subscribe(listener: (value: T) => void): () => void;
}

export interface Signal<T> extends ReadonlySignal<T> {
  value: T;
}

export function signal<T>(value: T): Signal<T>;
export function computed<T>(derive: () => T): ReadonlySignal<T>;
export function effect(run: () => void): () => void;
export function untracked<T>(read: () => T): T;
