/** The move a player is putting together, in the field or in the draft. */
import { answered } from '../../../boards/sending';
import type { Translate } from '../../../boards/texts';
import type { BoardEvents, Cue, Explain } from '../../../boards/types';
import type { TokanScene, TokanStep } from '../types';
import { stepText, stepped } from './choreography';
import { indexOf, sideOf } from './places';
import { tileInWords } from './words';

export interface TokanSettings extends BoardEvents {
  readonly t: Translate;
  readonly explain: Explain | undefined;
  readonly confirm: boolean;
  /** Whether a step may be planned while the other side thinks. */
  readonly premoves?: boolean;
}

export class TokanPlay {
  scene: TokanScene = $state.raw() as TokanScene;
  source: string | null = $state(null);
  target: string | null = $state(null);
  carried: number | null = $state(null);
  /** The tile taken from the reserve in a draft. */
  tile: string | null = $state(null);
  space: readonly [column: number, row: number] | null = $state.raw(null);
  notice: string | null = $state(null);
  sent: string | null = $state(null);
  /** The step to be made as soon as it is one's turn, and the animal of one that is being planned. */
  planned: TokanStep | null = $state.raw(null);
  planning: string | null = $state(null);
  readonly #settings: () => TokanSettings;
  #question = 0;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(scene: TokanScene, settings: () => TokanSettings) {
    this.#settings = settings;
    this.scene = scene;
  }

  readonly legal: TokanScene['legal'] = $derived(this.sent ? null : this.scene.legal);
  readonly targets: Readonly<Record<string, readonly number[]>> = $derived(
    (this.source && this.legal?.[this.source]) || {},
  );
  readonly carries: readonly number[] = $derived(this.target ? (this.targets[this.target] ?? []) : []);
  readonly step: TokanStep | null = $derived(
    this.source && this.target && this.carried !== null
      ? { source: this.source, target: this.target, carried: this.carried }
      : null,
  );
  /** The field as it would be after the step, before a gap is closed. */
  readonly preview: readonly string[] | null = $derived(
    this.step && !this.sent ? stepped(this.scene.towers, this.step).landed : null,
  );
  readonly mayDraft: boolean = $derived(
    !this.sent && this.scene.draft !== null && this.scene.turn !== null && this.scene.viewer === this.scene.turn,
  );
  readonly canUndo: boolean = $derived(!this.sent && (this.source !== null || this.tile !== null));
  readonly canConfirm: boolean = $derived(
    !this.sent && (this.step !== null || (this.tile !== null && this.space !== null)),
  );

  update(scene: TokanScene): void {
    if (scene === this.scene) return;
    this.scene = scene;
    this.sent = null;
    const stays =
      this.source !== null && scene.legal?.[this.source] && (!this.target || scene.legal[this.source]?.[this.target]);
    if (!stays) this.#clear();
    this.#fulfil();
  }

  // A step planned while the other side thinks

  /** Whether a step may be planned now. */
  get #mayPlan(): boolean {
    const { turn, viewer, draft } = this.scene;
    return !!this.#settings().premoves && !this.sent && !draft && turn !== null && viewer !== null && turn !== viewer;
  }

  /** Plans a step from an own animal; whether it will be legal is seen when the turn comes. */
  #plan(cell: string): boolean {
    if (!this.#mayPlan) return false;
    const tower = this.scene.towers[indexOf(cell)] ?? '';
    const own = tower !== '' && sideOf(tower.slice(-1)) === this.scene.viewer;
    if (this.planned || this.planning === cell) {
      this.planned = null;
      this.planning = null;
      this.say(this.#t('premove.off'), true);
    } else if (this.planning && tower) {
      this.planned = { source: this.planning, target: cell, carried: 0 };
      this.planning = null;
      this.#cue('place');
      this.say(this.#t('premove.set', { move: `${this.planned.source}–${cell}` }), true);
    } else if (own) {
      this.planning = cell;
      this.#cue('pick');
    } else return false;
    return true;
  }

  /** Makes the planned step if the rules allow it now; else nothing happens. Half a plan is half a move. */
  #fulfil(): void {
    if (!this.scene.legal) return;
    const { planned: step, planning } = this;
    this.planned = null;
    this.planning = null;
    if (planning && this.scene.legal[planning]) this.#select(planning);
    if (!step) return;
    const carries = this.scene.legal[step.source]?.[step.target];
    if (carries?.length) this.#send(stepText({ ...step, carried: carries[0] ?? 0 }));
    else this.say(this.#t('premove.off'), true);
  }

  #clear(): void {
    if (this.source !== null || this.tile !== null) this.#settings().onSelect?.(null);
    this.source = null;
    this.target = null;
    this.carried = null;
    this.tile = null;
    this.space = null;
  }

  // A step

  /** A cell was chosen; returns whether that meant something for a move. The second Enter on a target is the last word. */
  choose(cell: string, byKeyboard = false): boolean {
    const { legal } = this;
    if (!legal) return this.#plan(cell);
    if (byKeyboard && this.step && cell === this.target) {
      this.confirm();
      return true;
    }
    if (this.source && cell === this.source) {
      this.undo();
      return true;
    }
    if (this.source && cell in this.targets) {
      this.#aim(cell);
      return true;
    }
    if (legal[cell]) {
      this.#select(cell);
      return true;
    }
    if (this.source) {
      void this.#why(this.source, cell);
      return true;
    }
    const tower = this.scene.towers[indexOf(cell)] ?? '';
    if (tower)
      this.say(
        this.#t(sideOf(tower.slice(-1)) === this.scene.viewer ? 'tokan.cannotMove' : 'tokan.notYours'),
        tower.length < 2,
      );
    return false;
  }

  #select(cell: string): void {
    this.notice = null;
    this.source = cell;
    this.target = null;
    this.carried = null;
    this.#cue('pick');
    this.#settings().onSelect?.(cell);
    const tower = this.scene.towers[indexOf(cell)] ?? '';
    const n = Object.keys(this.targets).length;
    this.say(this.#t('tokan.selected', { tile: tileInWords(this.#t, tower.slice(-1)), cell, n }), false);
  }

  #aim(cell: string): void {
    this.notice = null;
    this.target = cell;
    this.carried = this.carries.length === 1 ? (this.carries[0] ?? null) : null;
    this.#cue('place');
    if (this.carried !== null && !this.#settings().confirm) this.confirm();
    else if (this.carried !== null) this.say(this.#t('tokan.ready', { move: this.#t('tokan.move') }), false);
  }

  take(carried: number): void {
    if (!this.carries.includes(carried)) return;
    this.carried = carried;
    if (!this.#settings().confirm) this.confirm();
  }

  async #why(source: string, target: string): Promise<void> {
    this.#cue('refuse');
    if (target === this.scene.taboo) {
      this.say(this.#t('tokan.tabooWhy'), true);
      return;
    }
    const question = ++this.#question;
    const reason = await this.#settings().explain?.(source + target);
    if (question === this.#question) this.say(reason ?? this.#t('tokan.illegal'), true);
  }

  // A placing

  takeTile(tile: string): void {
    if (!this.mayDraft) return;
    this.notice = null;
    this.tile = this.tile === tile && !this.space ? null : tile;
    this.#cue('pick');
    this.#settings().onSelect?.(this.tile);
    if (this.space && !this.#settings().confirm) this.confirm();
  }

  /** Lays the tile on a space; returns whether it may lie there. */
  lay(column: number, row: number): boolean {
    if (!this.mayDraft) return false;
    if (!this.tile) {
      this.say(this.#t('tokan.pickTile'), true);
      return false;
    }
    if (!this.scene.draft?.spaces.some(([x, y]) => x === column && y === row)) {
      this.#cue('refuse');
      this.say(this.#t('tokan.pickSpace'), true);
      return false;
    }
    this.space = [column, row];
    this.#cue('place');
    this.say(this.#t('tokan.laid', { tile: tileInWords(this.#t, this.tile), column, row }), false);
    if (!this.#settings().confirm) this.confirm();
    return true;
  }

  // The end

  confirm(): void {
    if (this.step) this.#send(stepText(this.step));
    else if (this.tile && this.space) this.#send(`${this.tile}@${this.space[0]},${this.space[1]}`);
  }

  #send(text: string): void {
    if (this.sent) return;
    this.sent = text;
    void answered(this.#settings().onTurn?.(text), (again) => {
      if (this.sent !== text) return;
      this.sent = null;
      if (again) this.#clear();
    });
  }

  /** Takes back one step. */
  undo(): void {
    if (this.sent) return;
    this.notice = null;
    if (this.target) {
      this.target = null;
      this.carried = null;
    } else if (this.space) this.space = null;
    else this.#clear();
  }

  say(text: string, shown: boolean): void {
    this.#settings().onAnnounce?.(text);
    if (!shown) return;
    clearTimeout(this.#noticeTimer);
    this.notice = text;
    this.#noticeTimer = setTimeout(() => (this.notice = null), 5000);
  }

  get #t(): Translate {
    return this.#settings().t;
  }

  #cue(cue: Cue): void {
    this.#settings().onCue?.(cue);
  }
}
