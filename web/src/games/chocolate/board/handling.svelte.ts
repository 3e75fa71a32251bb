/** What hands do at the table: carrying cards and smarties, tapping, pointing, and the keys that stand for all that. */
import { Drag } from '../../../boards/drag.svelte';
import type { Point } from '../../../boards/geometry/viewport';
import { toScreen } from '../../../boards/geometry/viewport';
import type { Cell } from '../types';
import type { FieldCommands } from './keys';
import type { Play } from './play.svelte';
import { PIECE } from './view.svelte';
import type { View } from './view.svelte';
import { cellInWords, groupInWords } from './words';

export type Carried = { readonly index: number } | 'smartie';

/** How near to a legal place, in cells, a card must be to snap there. */
const REACH = { hover: 1, drag: 1.1, finger: 1.6 };

export class Handling {
  readonly drag = new Drag<Carried>();
  /** The cell that is looked at with the mouse, a finger or the keyboard. */
  looked: Cell | null = $state.raw(null);
  cursor: Cell = $state.raw([0, 0]);
  byKeyboard = $state(false);
  /** What lies under a smartie that is being carried. */
  smartieOver: Cell | 'self' | null = $state.raw(null);
  smartieOverHand: number | null = $state(null);
  /** Where the card that was put down last came from, relative to its place. */
  from: Point | null = $state.raw(null);
  field: HTMLElement | null = $state(null);
  root: HTMLElement | null = $state(null);

  constructor(
    readonly play: Play,
    readonly view: View,
    /** Puts the focus on a card of the hand. */
    private readonly focusHand: (index: number) => void,
  ) {}

  /** The card of the hand that is being carried. */
  readonly carried: number | null = $derived(
    this.drag.what !== null && this.drag.what !== 'smartie' ? this.drag.what.index : null,
  );

  /** Whether a card was picked and has no place yet. */
  get isAiming(): boolean {
    return this.play.look !== null && this.play.legal !== null && !this.play.laid;
  }

  #cellUnder(x: number, y: number): Point | null {
    const box = this.field?.getBoundingClientRect();
    if (!box || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
    return this.view.cellAt({ x: x - box.left, y: y - box.top });
  }

  #handIndexAt(x: number, y: number): number | null {
    const button = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-index]');
    return button && this.root?.contains(button) ? Number(button.dataset['index']) : null;
  }

  // Carrying

  #over(x: number, y: number): void {
    const cell = this.#cellUnder(x, y);
    if (this.drag.what === 'smartie') {
      this.smartieOver = cell ? this.play.smartieAt(Math.floor(cell.x), Math.floor(cell.y)) : null;
      this.smartieOverHand = cell ? null : this.#handIndexAt(x, y);
    } else if (cell) this.play.aim(cell.x - 1, cell.y - 1, REACH.drag);
    else this.play.unaim();
  }

  /** Moves the field when something is carried to its edge; called for every frame. */
  drift(): void {
    const { drag } = this;
    const box = this.field?.getBoundingClientRect();
    if (!box || drag.y < box.top - 20 || drag.y > box.bottom) return;
    const dx = pull(drag.x - box.left, box.width);
    const dy = pull(drag.y - box.top, box.height);
    if (!dx && !dy) return;
    this.view.pan(dx, dy);
    this.#over(drag.x, drag.y);
  }

  carryCard(event: PointerEvent, index: number, onTheField = false): void {
    const { play } = this;
    this.drag.begin(event, {
      start: () => {
        if (play.sent) return null;
        if (onTheField) play.lift();
        else play.pick(index);
        this.looked = null;
        return { index };
      },
      over: (x, y) => this.#over(x, y),
      drop: (x, y) => this.#dropCard(x, y),
      tap: () => {
        if (onTheField || (play.picked === index && !play.laid)) play.turn();
        else if (play.armed) {
          play.pick(index);
          play.putSmartie('self');
        } else if (play.picked === index) play.undo();
        else play.pick(index);
      },
      turn: (quarters) => play.turn(quarters),
      cancel: () => play.unaim(),
    });
  }

  #dropCard(x: number, y: number): boolean {
    const { play, view, field } = this;
    const ghost = play.ghost;
    if (!ghost || !field || !this.#cellUnder(x, y)) {
      play.unpick();
      return false;
    }
    const box = field.getBoundingClientRect();
    const place = toScreen(view.port, { x: (ghost.x + 1) * PIECE, y: (ghost.y + 1) * PIECE });
    this.from = { x: (x - box.left - place.x) / view.port.scale, y: (y - box.top - place.y) / view.port.scale };
    if (play.lay()) return true;
    play.unaim();
    return false;
  }

  carrySmartie(event: PointerEvent): void {
    const { play } = this;
    const clear = (): void => {
      this.smartieOver = null;
      this.smartieOverHand = null;
    };
    this.drag.begin(event, {
      start: () => (play.left > 0 && play.legal ? 'smartie' : null),
      over: (x, y) => this.#over(x, y),
      drop: (x, y) => {
        const { smartieOver: aim, smartieOverHand: index } = this;
        clear();
        if (index !== null) {
          play.pick(index);
          return play.putSmartie('self');
        }
        if (!this.#cellUnder(x, y)) return false;
        if (aim) return play.putSmartie(aim);
        play.refuse(play.t('chocolate.notTarget'));
        return false;
      },
      tap: () => play.arm(),
      turn: () => undefined,
      cancel: clear,
    });
  }

  // The field

  /** Takes hold of the card that was put down, if it lies there. */
  grab(event: PointerEvent, cell: Point): boolean {
    const { laid, armed, picked, sent } = this.play;
    if (!laid || armed || picked === null || sent) return false;
    const isInside = cell.x >= laid.x && cell.x < laid.x + 2 && cell.y >= laid.y && cell.y < laid.y + 2;
    if (isInside) this.carryCard(event, picked, true);
    return isInside;
  }

  tap(cell: Point, touch: boolean): void {
    const { play } = this;
    const at: Cell = [Math.floor(cell.x), Math.floor(cell.y)];
    this.cursor = at;
    if (play.armed) {
      const aim = play.smartieAt(...at);
      if (aim) play.putSmartie(aim);
      else play.refuse(play.t('chocolate.notTarget'));
    } else if (this.isAiming) {
      play.aim(cell.x - 1, cell.y - 1, touch ? REACH.finger : REACH.drag);
      this.from = null;
      play.lay();
    } else {
      this.looked = touch && this.#isLooked(at) ? null : at;
      const words = touch && this.looked ? groupInWords(play.t, play.scene, ...at) : null;
      if (words) play.say(words, true);
      else this.#describe(at);
    }
  }

  hover(cell: Point | null): void {
    if (this.drag.what !== null) return;
    if (!cell) {
      this.looked = null;
      if (!this.byKeyboard) this.play.unaim();
      return;
    }
    this.byKeyboard = false;
    if (this.isAiming && !this.play.armed) {
      this.play.aim(cell.x - 1, cell.y - 1, REACH.hover);
      this.looked = null;
      return;
    }
    const at: Cell = [Math.floor(cell.x), Math.floor(cell.y)];
    if (!this.#isLooked(at)) this.looked = at;
  }

  #isLooked(at: Cell): boolean {
    return this.looked !== null && this.looked[0] === at[0] && this.looked[1] === at[1];
  }

  #describe(at: Cell): void {
    this.play.say(cellInWords(this.play.t, this.play.scene, this.play.sight, ...at), false);
  }

  // The keyboard

  focused(isFocused: boolean, byKeyboard: boolean): void {
    this.byKeyboard = isFocused && byKeyboard;
    if (!isFocused) this.looked = null;
  }

  #moveCursor(next: Cell): void {
    this.cursor = next;
    this.byKeyboard = true;
    this.view.reveal(next);
    if (this.isAiming) {
      this.play.aimCell(...next);
      void this.play.describeAim();
    } else {
      this.looked = next;
      this.#describe(next);
    }
  }

  /** Picks a card and goes to the first place for it; a card that is picked already is turned. */
  choose(index: number): void {
    const { play } = this;
    if (play.picked === index && !play.laid) {
      play.turn();
      return;
    }
    play.pick(index);
    if (play.spots.size || play.otherSpots.size) {
      this.field?.focus();
      this.byKeyboard = true;
      this.#nextPlace(1);
    }
  }

  /** Goes to the next place where the card may lie, row by row from the cursor. */
  #nextPlace(step: number): void {
    const { spots, otherSpots } = this.play;
    const places = [...(spots.size ? spots : otherSpots).values()].sort((a, b) => a.y - b.y || a.x - b.x);
    const here = places.findIndex(({ x, y }) => x === this.cursor[0] && y === this.cursor[1]);
    const next = places[(here + step + places.length) % places.length];
    if (next) this.#moveCursor([next.x, next.y]);
  }

  /** Puts the smartie on the card in question, or takes it back. */
  smartieKey(): void {
    const { play } = this;
    if (play.smartie !== null) {
      play.putSmartie(null);
      return;
    }
    const isOnField = this.byKeyboard && document.activeElement === this.field;
    const aim = isOnField && !this.isAiming ? play.smartieAt(...this.cursor) : null;
    if (aim) play.putSmartie(aim);
    else if (play.takesSmartie) play.putSmartie('self');
    else play.arm();
  }

  #enter(): void {
    const { play } = this;
    if (play.armed) play.putSmartie(play.smartieAt(...this.cursor) ?? 'self');
    else if (play.laid) play.confirm();
    else if (play.look) {
      play.aimCell(...this.cursor);
      this.from = null;
      play.lay();
    } else this.#describe(this.cursor);
  }

  readonly commands: FieldCommands = {
    move: (dx, dy) => this.#moveCursor([this.cursor[0] + dx, this.cursor[1] + dy]),
    pan: (dx, dy) => this.view.pan(-dx * 60, -dy * 60),
    enter: () => this.#enter(),
    next: (step) => this.#nextPlace(step),
    zoom: (factor) => this.view.zoom(factor),
    fit: () => this.view.fit(),
  };

  /** Keys that work wherever the focus is on the board. */
  key(event: KeyboardEvent): void {
    const { play } = this;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letter = event.key.toLowerCase();
    if (letter === 'r') play.turn(event.shiftKey ? -1 : 1);
    else if (letter === 's') this.smartieKey();
    else if (letter === 'escape' && play.canUndo) {
      const index = play.picked;
      play.undo();
      if (index !== null && play.picked === null) this.focusHand(index);
    } else if (/^[1-4]$/.test(letter) && play.looks[Number(letter) - 1]) this.choose(Number(letter) - 1);
    else return;
    event.preventDefault();
  }
}

/** How fast the field moves when something is held near its edge. */
function pull(at: number, size: number): number {
  const near = Math.min(34, size / 6);
  if (at < near) return (near - at) / 5;
  return at > size - near ? (size - near - at) / 5 : 0;
}
