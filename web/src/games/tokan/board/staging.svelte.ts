/** How the next field comes about before one's eyes: first the animal runs, then the row closes up. */
import { tick } from 'svelte';
import { CALM, EASE, SETTLE, isStill, moved } from '../../../boards/motion';
import type { Cue } from '../../../boards/types';
import type { TokanScene } from '../types';
import { dance } from './choreography';
import { indexOf, rise, spotOf } from './places';

interface Stage {
  /** Where the towers are drawn. */
  readonly drawing: SVGSVGElement | undefined;
  readonly cue: ((cue: Cue) => void) | undefined;
  /** Hears that a row has closed up. */
  readonly closed: () => void;
}

export class Staging {
  /** The towers as they are drawn now. */
  shown: readonly string[];
  /** The tiles in the air; empty as long as none are. */
  flying = $state('');
  flier: SVGGElement | null = $state(null);
  /** Whether nothing moves any more. */
  settled = $state(true);
  #scene: TokanScene;
  #run = 0;
  readonly #stage: () => Stage;

  constructor(scene: TokanScene, stage: () => Stage) {
    this.shown = $state.raw(scene.towers);
    this.#scene = scene;
    this.#stage = stage;
  }

  /** Shows how a scene comes about from the one before; whatever was still moving ends. */
  show(next: TokanScene): void {
    const before = this.#scene;
    if (next === before) return;
    this.#scene = next;
    void this.#perform(before, next);
  }

  async #perform(before: TokanScene, next: TokanScene): Promise<void> {
    const run = ++this.#run;
    const plan =
      next.last && before.towers !== next.towers && !isStill() ? dance(before.towers, next.towers, next.last) : null;
    this.flying = '';
    if (!plan || !next.last) {
      this.shown = next.towers;
      this.settled = true;
      return;
    }
    const { source, target } = next.last;
    this.settled = false;
    this.shown = plan.lifted;
    this.flying = plan.flying;
    await tick();
    const from = top(source, (before.towers[indexOf(source)] ?? '').length, plan.flying.length);
    const to = top(target, (plan.landed[indexOf(target)] ?? '').length, plan.flying.length);
    const high = Math.min(from.y, to.y) - 26;
    await moved(
      this.flier,
      [
        { transform: `translate(${from.x}px, ${from.y}px)`, easing: EASE },
        {
          transform: `translate(${(from.x + to.x) / 2}px, ${((from.y + to.y) / 2) * 0.4 + high * 0.6}px) scale(1.08)`,
          offset: 0.5,
          easing: 'cubic-bezier(.5,0,.6,1)',
        },
        { transform: `translate(${to.x}px, ${to.y}px)` },
      ],
      CALM,
      'linear',
    );
    if (run !== this.#run) return;
    this.flying = '';
    this.shown = plan.landed;
    this.#stage().cue?.('place');
    await tick();
    if (plan.closing.length) {
      await new Promise((resolve) => setTimeout(resolve, 70));
      if (run !== this.#run) return;
      this.shown = next.towers;
      this.#stage().cue?.('slide');
      this.#stage().closed();
      await tick();
      const { drawing } = this.#stage();
      await Promise.all(
        plan.closing.map(({ from: was, to: is }) => {
          const a = spotOf(was);
          const b = spotOf(is);
          const frames = [{ transform: `translate(${a.x - b.x}px, ${a.y - b.y}px)` }, { transform: 'none' }];
          return moved(drawing?.querySelector(`[data-tower="${is}"]`) ?? null, frames, CALM, SETTLE);
        }),
      );
      if (run !== this.#run) return;
    }
    this.settled = true;
  }
}

/** Where the lowest of some flying tiles lies when they are the top of a tower. */
function top(cell: string, height: number, flying: number): { x: number; y: number } {
  const { x, y } = spotOf(cell);
  return { x, y: y - rise(height) + rise(flying) };
}
