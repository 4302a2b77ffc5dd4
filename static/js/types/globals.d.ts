// What scripts besides our modules put into the page, as far as it is used.

interface Navigator {
  readonly connection?: { readonly saveData: boolean };
}

interface PlotlyElement extends HTMLElement {
  on?(event: "plotly_click", listener: (event: { points: { x: number; y: number }[] }) => void): void;
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
