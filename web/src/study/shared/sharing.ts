/** What the board of a study knows of its being shared. */
import type { Study } from '../study.svelte';
import type { Binding } from './changes';
import type { SharedStudy } from './shared.svelte';

/** What is said of a move has at most so many letters. */
const MOST_WORDS = 2_000;

export interface Sharing {
  readonly canWrite: boolean;
  readonly mostWords: number;
  /** Shows on a board what others do; the answer ends it. */
  attach(study: Study): () => void;
  /** Hears that something was done on the board. */
  changed(): void;
}

/** A chapter of a shared study, as its board knows it. */
export function sharingOf(shared: SharedStudy, binding: Binding): Sharing {
  return {
    mostWords: MOST_WORDS,
    get canWrite() {
      return shared.canWrite;
    },
    attach: (study) => shared.attach(study, binding),
    changed: () => shared.changed(),
  };
}
