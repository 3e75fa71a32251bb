/** The move that is being chosen from a list. */
import { answered } from '../../boards/sending';
import type { Translate } from '../../boards/texts';
import type { BoardEvents } from '../../boards/types';
import type { WireTable } from '../../tables';
import type { Preview } from '../game';
import type { GeneralScene } from './scene';

export interface GeneralSettings extends BoardEvents {
  readonly t: Translate;
  readonly confirm: boolean;
  readonly preview: Preview | undefined;
}

/** How many moves are listed at once; the rest is found by searching. */
export const MOST = 200;

export class GeneralPlay {
  scene: GeneralScene = $state.raw() as GeneralScene;
  /** What the moves that are listed contain. */
  wanted = $state('');
  /** The move that is looked at. */
  chosen: string | null = $state(null);
  sent: string | null = $state(null);
  #previewed: { readonly move: string; readonly svg: string } | null = $state.raw(null);
  readonly #settings: () => GeneralSettings;

  constructor(scene: GeneralScene, settings: () => GeneralSettings) {
    this.scene = scene;
    this.#settings = settings;
  }

  readonly legal: readonly string[] = $derived(this.sent ? [] : (this.scene.legal ?? []));
  readonly found: readonly string[] = $derived.by(() => {
    const wanted = this.wanted.trim().toLowerCase();
    return this.legal.filter((move) => move.toLowerCase().includes(wanted));
  });
  readonly listed: readonly string[] = $derived(this.found.slice(0, MOST));
  /** The drawing after the move that is looked at; null as long as the server has not sent it. */
  readonly previewed: string | null = $derived(
    this.#previewed && this.#previewed.move === this.chosen ? this.#previewed.svg : null,
  );

  update(scene: GeneralScene): void {
    if (scene === this.scene) return;
    this.scene = scene;
    this.sent = null;
    this.#previewed = null;
    if (!this.chosen || !scene.legal?.includes(this.chosen)) {
      this.clear();
      this.wanted = '';
    }
  }

  /** Looks at the next or the previous move of the list. */
  step(by: number): void {
    const moves = this.listed;
    if (!moves.length) return;
    const at = this.chosen === null ? -1 : moves.indexOf(this.chosen);
    this.look(moves[at < 0 ? (by > 0 ? 0 : moves.length - 1) : (at + by + moves.length) % moves.length] as string);
  }

  look(move: string): void {
    if (!this.legal.includes(move) || move === this.chosen) return;
    this.chosen = move;
    this.#settings().onCue?.('pick');
    this.#settings().onSelect?.(move);
    void this.#preview(move);
  }

  /** Chooses a move: it is played at once, or waits for a last word. */
  choose(move: string): void {
    if (!this.legal.includes(move)) return;
    if (!this.#settings().confirm || this.chosen === move) this.#send(move);
    else this.look(move);
  }

  confirm(): void {
    if (this.chosen) this.#send(this.chosen);
  }

  /** Takes back what was chosen. */
  clear(): void {
    if (this.sent) return;
    if (this.chosen !== null) this.#settings().onSelect?.(null);
    this.chosen = null;
  }

  search(wanted: string): void {
    this.wanted = wanted;
    if (this.chosen !== null && !this.found.includes(this.chosen)) this.clear();
  }

  async #preview(move: string): Promise<void> {
    const after: WireTable | null = (await this.#settings().preview?.(move)) ?? null;
    if (after && 'svg' in after && this.chosen === move) this.#previewed = { move, svg: after.svg };
  }

  #send(move: string): void {
    if (this.sent) return;
    this.chosen = move;
    this.sent = move;
    this.#settings().onCue?.('place');
    void answered(this.#settings().onTurn?.(move), () => {
      if (this.sent === move) this.sent = null;
    });
  }
}
