// Of this file what the page uses.

export interface VNode {
  readonly type: string | ((props: any) => unknown);
  readonly props: Record<string, any>;
  readonly key: unknown;
}

export type Child = VNode | string | number | boolean | null | undefined | Child[];

export function createElement(type: string | ((props: any) => Child), props: object | null, ...children: Child[]): VNode;
export function render(child: Child, parent: Element | DocumentFragment): void;
export function isValidElement(value: unknown): value is VNode;
