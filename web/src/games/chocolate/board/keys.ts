/** The keys of the chocolate field. */

export interface FieldCommands {
  readonly move: (dx: number, dy: number) => void;
  readonly pan: (dx: number, dy: number) => void;
  readonly enter: () => void;
  /** Goes to the next or the previous place where the card may lie. */
  readonly next: (step: number) => void;
  readonly zoom: (factor: number) => void;
  readonly fit: () => void;
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Does what a key on the field stands for; other keys are left to the board. */
export function fieldKey(event: KeyboardEvent, commands: FieldCommands): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const arrow = ARROWS[event.key];
  if (arrow) (event.shiftKey ? commands.pan : commands.move)(...arrow);
  else if (event.key === 'Enter' || event.key === ' ') commands.enter();
  else if (event.key === 'n' || event.key === 'N') commands.next(event.shiftKey ? -1 : 1);
  else if (event.key === '+' || event.key === '=') commands.zoom(1.25);
  else if (event.key === '-') commands.zoom(0.8);
  else if (event.key === 'f' || event.key === 'F') commands.fit();
  else return;
  event.preventDefault();
}
