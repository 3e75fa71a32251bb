/** How somebody draws on a board: whether they do, in which colour, and where an arrow began. */
import type { InkColour } from './tree/comments';

/** The colours to choose from; a record may have one more. Each has dashes of its own, for those who see no colours. */
export const INKS = ['green', 'red', 'blue'] as const satisfies readonly InkColour[];

export class Drawing {
  /** Whether pointers and keys draw rather than play; the right button always draws. */
  on = $state(false);
  colour: InkColour = $state('green');
  /** Where an arrow begins that the keyboard has not ended yet. */
  begun: string | null = $state(null);

  toggle(): void {
    this.on = !this.on;
    this.begun = null;
  }

  leave(): void {
    this.on = false;
    this.begun = null;
  }
}

/** The colour of a stroke: keys that are held choose another one, as elsewhere. */
export function inkOf(held: { readonly shiftKey: boolean; readonly altKey: boolean }, chosen: InkColour): InkColour {
  if (held.shiftKey) return held.altKey ? 'yellow' : 'red';
  return held.altKey ? 'blue' : chosen;
}
