// Of Ace what the editor uses.

export interface AcePosition {
  row: number;
  column: number;
}

export interface AceDelta {
  id: number;
}

export interface AceUndoManager {
  $undoStack: AceDelta[][];
  $redoStack: AceDelta[][];
  canUndo(): boolean;
  canRedo(): boolean;
}

export interface AceDocument {
  replace(range: { start: AcePosition; end: AcePosition }, text: string): void;
  getLength(): number;
  getLine(row: number): string;
}

export interface AceSession {
  doc: AceDocument;
  on(event: "change", run: () => void): void;
  setUndoManager(manager: AceUndoManager): void;
  getUndoManager(): AceUndoManager;
  markUndoGroup(): void;
  getLength(): number;
  getValue(): string;
  getLine(row: number): string;
  addMarker(range: object, className: string, type: string): number;
  removeMarker(id: number): void;
  setAnnotations(annotations: { row: number; column: number; type: string; text: string }[]): void;
}

export interface AceEditor {
  container: HTMLElement;
  session: AceSession;
  textInput: { getElement(): HTMLElement };
  selection: { on(event: "changeCursor", run: () => void): void };
  commands: {
    addCommand(command: { name: string; bindKey: { win: string; mac: string }; exec: () => void }): void;
  };
  renderer: {
    scrollToLine(line: number, center: boolean, animate: boolean): void;
    scrollCursorIntoView(): void;
  };
  getValue(): string;
  getSelectedText(): string;
  getCursorPosition(): AcePosition;
  moveCursorToPosition(position: AcePosition): void;
  clearSelection(): void;
  gotoLine(line: number, column: number, animate: boolean): void;
  isFocused(): boolean;
  focus(): void;
  undo(): void;
  redo(): void;
  resize(force?: boolean): void;
  setTheme(theme: { cssClass: string; isDark: boolean; cssText: string }): void;
  setOptions(options: object): void;
  onPaste(text: string): void;
  on(event: "destroy", run: () => void): void;
  on(event: "paste", run: (pasted: { text: string }) => void): void;
  destroy(): void;
}

export interface Ace {
  config: { set(name: string, value: unknown): void };
  edit(host: HTMLElement, options: object): AceEditor;
  require(module: "ace/undomanager"): { UndoManager: new () => AceUndoManager };
  require(module: "ace/range"): {
    Range: new (row: number, column: number, endRow: number, endColumn: number) => object;
  };
}
