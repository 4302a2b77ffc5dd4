// Of this file what the page uses. That it is imported makes components follow the signals that they read.

export function useSignalEffect(run: () => void | (() => void)): void;
