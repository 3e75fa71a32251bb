/** The engine judging moves: what is certain, what the seat could know, and when it refuses. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answer } from '../../src/engine/answer';
import { Core } from '../../src/engine/calls';
import type { AnyAsked, MovesJudged } from '../../src/engine/protocol';

const MODULE = 'src/engine/module/engine.wasm';
const hasEngine = existsSync(MODULE);
const LAST = 'L,-,lJ,-,L,-/-,l,jJj,Jjmm,-,-/-,-,jJJj,l,mL,-/-,l,-,JM,j,jM/l,M,-,L,J,L r c3';
const TOKAN = `[Game "tokan"]\n[Start "${LAST}"]\n\n`;
const DECK =
  'DDDW DDWW DWWW DDDW DWWW DDWW DDWWs DWWW DDWWs DDDWs DDWWs DDDWs DDDW DDWW DDWW DDWW DWWWs DDDW DDDW DDDW DDDWs ' +
  'DDWW DDDW DWWWs DDWWs DWWWs DWWW DWWW DWWW DDWW DWWW DDWW';
const CARDS = `[Game "schoko"]\n[Deck "${DECK}"]\n\nD:DDWD@0,0 DWWDs@2,0 DDDW@0,2 WWWD@1,-2\n`;
/** The same, with a card of the other hand and one of the stack in each other's place. */
const cards = DECK.split(' ');
[cards[7], cards[12]] = [cards[12] as string, cards[7] as string];
const OTHER = CARDS.replace(DECK, cards.join(' '));

describe.skipIf(!hasEngine)('moves that are judged', async () => {
  const core = hasEngine
    ? new Core(await WebAssembly.compile(readFileSync(MODULE)), async () => null)
    : (null as unknown as Core);
  const told: MovesJudged[] = [];
  const judge = (asked: object): Promise<MovesJudged> =>
    answer(core, { op: 'judge', memory: 1 << 22, ...asked } as AnyAsked, (_, __, found) => {
      if (found) told.push(found);
    }) as Promise<MovesJudged>;

  it('are all known for certain at the end of a game, with what follows to its end', async () => {
    told.length = 0;
    const { moves, exact, legal } = await judge({ record: TOKAN, nodes: 4_000_000 });
    expect(exact).toBe(true);
    expect(moves).toHaveLength(legal);
    expect(moves[0]).toMatchObject({ chance: 1, exact: true, ends: true });
    expect(moves[0]?.line[0]).toBe(moves[0]?.move);
    expect(moves.at(-1)?.chance).toBe(0);
    expect(moves.map(({ chance }) => chance)).toEqual(moves.map(({ chance }) => chance).sort((a, b) => b - a));
    // Something about every move was told at once, before anything was certain.
    expect(told[0]?.moves).toHaveLength(legal);
    expect(told.length).toBeGreaterThan(1);
  });

  it('are judged by what the seat could know, whatever the others hold, unless all is to be open', async () => {
    const [seen, same] = [await judge({ record: CARDS, nodes: 2_000 }), await judge({ record: OTHER, nodes: 2_000 })];
    expect(same.moves).toEqual(seen.moves);
    expect(seen.worlds).toBeGreaterThan(1);
    const open = await judge({ record: CARDS, nodes: 2_000, open: true });
    expect(open.worlds).toBeNull();
    expect(open.moves).not.toEqual(seen.moves);
  });

  it('are not judged where cards are hidden or the game is over', async () => {
    const hidden = CARDS.replace(DECK, `${DECK.split(' ').slice(0, 8).join(' ')}${' ?'.repeat(24)}`);
    await expect(judge({ record: hidden, nodes: 100 })).rejects.toMatchObject({ code: 'not-over' });
    const { moves } = await judge({ record: TOKAN, nodes: 4_000_000 });
    const whole = `${TOKAN}${moves[0]?.line.join(' ')}\n`;
    await expect(judge({ record: whole, nodes: 100 })).rejects.toMatchObject({ code: 'not-your-turn' });
  });
});
