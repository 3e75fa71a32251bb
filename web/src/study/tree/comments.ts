/**
 * What programs write into comments: values, clocks, arrows and marks, as `[%eval 0.62]` between the words.
 *
 * The same as `records/comments.py`. A command that does not read as one of these is words like any other.
 */

const COMMAND = /\[%([a-z]+)(?: ([^[\]]*))?\]/gu;
const VALUE = /^(?:(win|draw|loss)(?: ([1-9][0-9]{0,3}))?|(0(?:\.[0-9]{1,6})?|1(?:\.0{1,6})?))$/u;
const PLACE = '([^\\s[\\]{}]{1,20})';
const COLOUR = '(?: (green|red|blue|yellow))?';
const DRAWN = {
  arrow: new RegExp(`^${PLACE} ${PLACE}${COLOUR}$`, 'u'),
  mark: new RegExp(`^${PLACE}()${COLOUR}$`, 'u'),
} as const;

const CERTAIN = { win: 1, draw: 0.5, loss: 0 } as const;

/** What a move is worth to the side that made it: a chance to win from 0 to 1, or what is certain. */
export interface Evaluation {
  readonly chance: number;
  readonly certain: keyof typeof CERTAIN | null;
  /** By how many points, where that is proved too. */
  readonly margin: number | null;
}

export const COLOURS = ['green', 'red', 'blue', 'yellow'] as const;
export type InkColour = (typeof COLOURS)[number];

/** An arrow from one place of the board to another, or a mark on one place. */
export interface Drawn {
  readonly start: string;
  readonly end: string | null;
  readonly colour: InkColour;
}

export function evaluationOf(comment: string): Evaluation | null {
  for (const text of commandsIn(comment, 'eval')) {
    const [found, certain, margin, chance] = VALUE.exec(text) ?? [];
    if (found === undefined || (certain === 'draw' && margin !== undefined)) continue;
    if (certain === undefined) return { chance: Number(chance), certain: null, margin: null };
    const sure = certain as keyof typeof CERTAIN;
    return { chance: CERTAIN[sure], certain: sure, margin: margin === undefined ? null : Number(margin) };
  }
  return null;
}

export function evaluationText({ chance, certain, margin }: Evaluation): string {
  if (certain !== null) return margin === null ? certain : `${certain} ${margin}`;
  return chance.toFixed(4).replace(/\.?0+$/u, '');
}

export function withEvaluation(comment: string, value: Evaluation | null): string {
  return withValues(comment, 'eval', value === null ? [] : [evaluationText(value)]);
}

/** The arrows and marks that a comment draws on the board. */
export function drawnIn(comment: string): Drawn[] {
  return (['arrow', 'mark'] as const).flatMap((name) =>
    commandsIn(comment, name).flatMap((text): Drawn[] => {
      const [found, start = '', end, colour] = DRAWN[name].exec(text) ?? [];
      return found === undefined ? [] : [{ start, end: end || null, colour: (colour ?? 'green') as InkColour }];
    }),
  );
}

export function withDrawn(comment: string, drawn: readonly Drawn[]): string {
  const texts = (name: 'mark' | 'arrow') =>
    drawn
      .filter(({ end }) => (end === null) === (name === 'mark'))
      .map(({ start, end, colour }) => [start, end, colour === 'green' ? null : colour].filter(Boolean).join(' '));
  return withValues(withValues(comment, 'mark', texts('mark')), 'arrow', texts('arrow'));
}

/** What is drawn once one more is: the same again takes it away, in another colour it changes its colour. */
export function drawnWith(drawn: readonly Drawn[], one: Drawn): Drawn[] {
  const others = drawn.filter(({ start, end }) => start !== one.start || end !== one.end);
  const isAgain = drawn.some(
    ({ start, end, colour }) => start === one.start && end === one.end && colour === one.colour,
  );
  return isAgain ? others : [...others, one];
}

/** A comment without its commands. */
export function wordsOf(comment: string): string {
  return comment.includes('[%') ? tidy(comment.replace(COMMAND, '')) : comment;
}

/** A comment with other words and the commands it had. */
export function withWords(comment: string, words: string): string {
  const commands = comment.match(COMMAND) ?? [];
  return tidy([...commands, words].join(' '));
}

/** The values of the commands of a name, in their order. */
export function commandsIn(comment: string, name: string): string[] {
  return [...comment.matchAll(COMMAND)].flatMap(([, own, value]) => (own === name ? [value ?? ''] : []));
}

/** A comment with the commands of a name replaced, the new ones in front of everything else. */
function withValues(comment: string, name: string, added: readonly string[]): string {
  const rest = comment.replace(COMMAND, (found: string, own: string) => (own === name ? '' : found));
  return tidy([...added.map((value) => `[%${name} ${value}]`), rest].join(' '));
}

function tidy(text: string): string {
  return text.replace(/ {2,}/gu, ' ').replace(/^ +| +$/gu, '');
}
