// What scripts besides our modules put into the page, as far as it is used.

interface Navigator {
  readonly connection?: { readonly saveData: boolean };
}

declare var Plotly:
  | {
      react(plot: HTMLElement, data: unknown, layout: object, config: object): Promise<void>;
      purge(plot: HTMLElement): void;
      toImage(plot: HTMLElement, options: object): Promise<string>;
      Plots: { resize(plot: HTMLElement): void };
    }
  | undefined;

declare var ace: import("./ace.js").Ace;
