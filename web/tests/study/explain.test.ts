/**
 * What a game is explained with: facts that `tests/web/test_explain.py` counted by the rules, and which moment it is.
 *
 * Without its file there is nothing to compare.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Compared, Reasons } from '../../src/games/game';
import { gameOf } from '../../src/games/registry';
import EN from '../../src/i18n/study/en';
import { readRecord } from '../../src/engine/records';
import { momentOf, upTo, withBetter } from '../../src/study/explain/moment';
import type { TurnShown } from '../../src/wire';

interface Case {
  readonly game: string;
  readonly compared: Compared;
  readonly expected: Reasons;
}
const file = process.env['MOMENTS'];
const cases = file ? (JSON.parse(readFileSync(file, 'utf8')) as Case[]) : [];

const turn = (number: number, loss: number, best = 'b'): TurnShown => ({
  number,
  seat: 0,
  move: 'a',
  chance: 0.5 - loss,
  best,
  best_chance: 0.5,
  loss,
  exact: false,
  changed: null,
  margin: null,
  line: [],
  open_best: null,
  open_loss: null,
});

describe('what speaks for a better move', () => {
  it.skipIf(!cases.length)('is what the rules count on the tables, no more and no less', async () => {
    for (const { game, compared, expected } of cases) {
      const part = await gameOf(game).loadTable();
      expect(await part.reasons?.(compared)).toEqual(expected);
    }
  });

  it('has words for every kind, which name all of its numbers', () => {
    const kinds = [
      'joins',
      'area',
      'cut',
      'holds',
      'neutral',
      'room',
      'hems',
      'moves',
      'tower',
      'apart',
      'shrank',
      'went',
      'grew',
    ] as const;
    for (const kind of kinds)
      for (const gap of ['{name}', '{n}', '{m}'])
        for (const form of EN[`explain.${kind}`].split('|')) expect(form).toContain(gap);
  });
});

describe('the moment that weighed most', () => {
  it('is the dearest move, the later one of two', () => {
    expect(momentOf([turn(1, 0.1), turn(2, 0.3), turn(3, 0.3), turn(4, 0)])).toMatchObject({
      turn: { number: 3 },
      weighs: true,
    });
  });

  it('decides nothing where little was given away, and is none where nothing was', () => {
    expect(momentOf([turn(1, 0.02)])).toMatchObject({ weighs: false });
    expect(momentOf([turn(1, 0), turn(2, 0.4, 'a')])).toBeNull();
    expect(momentOf([])).toBeNull();
  });

  it('stands in a record beside the move that was played', () => {
    const text = withBetter({ Game: 'schokoly', Seat1: 'Ann', Deck: 'x' }, ['a', 'offer 2 DDWW', 'c'], 2, 'pass');
    const { tags, body } = readRecord(text);
    expect(tags.get('Notation')).toBe('2');
    expect(body.map(({ kind }) => kind)).toEqual(['move', 'move', 'open', 'move', 'close', 'move']);
    expect(text).toContain('a offer-2-DDWW (pass) c');
    expect(upTo({ Game: 'tokan', Result: '7-8', Seat1: 'Ann', Start: 's' }, ['a'])).toBe(
      '[Game "tokan"]\n[Start "s"]\n\na\n',
    );
  });
});
