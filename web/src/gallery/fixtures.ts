/** The scenes of the gallery: the client's own, of tables as the server sends them. */
import type { SceneInput } from '../games/game';
import chocolatePart from '../games/chocolate/table';
import { chocolateScene } from '../games/chocolate/scene';
import type { ChocolateScene } from '../games/chocolate/types';
import { tokanScene } from '../games/tokan/scene';
import type { TokanScene } from '../games/tokan/types';
import type { ChocolateTableShown, TokanTableShown } from '../wire';
import data from './fixtures.json';

/** What `scripts/make_fixtures.py` writes of a table. */
interface Shown<Table> {
  readonly table: Table;
  readonly options: Readonly<Record<string, string>>;
  readonly moves: readonly string[];
  readonly viewer: number | null;
}
type Family<Table> = Readonly<Record<string, Shown<Table>>> & { readonly match: readonly Shown<Table>[] };

const NAMES = ['Anna', 'Bruno', 'Clara', 'Dario'];
const tables = data as unknown as {
  readonly chocolate: Family<ChocolateTableShown>;
  readonly tokan: Family<TokanTableShown>;
};

function inputOf(
  { table, options, moves, viewer }: Shown<ChocolateTableShown | TokanTableShown>,
  sides: readonly number[],
): SceneInput {
  return { options, moves, viewer, sides, seatInfo: (seat) => ({ name: NAMES[seat] ?? '' }), over: table.over };
}
const ofChocolate = (shown: Shown<ChocolateTableShown>): ChocolateScene =>
  chocolateScene(inputOf(shown, chocolatePart.sidesOf(shown.table)), shown.table);
const ofTokan = (shown: Shown<TokanTableShown>): TokanScene => tokanScene(inputOf(shown, [0, 1]), shown.table);

function drawn<Table, Scene>(
  { match, ...single }: Family<Table>,
  sceneOf: (shown: Shown<Table>) => Scene,
): { scenes: Record<string, Scene>; match: Scene[] } {
  return {
    scenes: Object.fromEntries(Object.entries(single).map(([name, shown]) => [name, sceneOf(shown)])),
    match: match.map(sceneOf),
  };
}

export const chocolate = drawn(tables.chocolate, ofChocolate);
export const tokan = drawn(tables.tokan, ofTokan);

/** A turn in which no card fits is rare: this one is made up. */
const middle = chocolate.scenes['schoko-middle'];
if (middle?.legal) chocolate.scenes['schoko-pass'] = { ...middle, legal: { ...middle.legal, places: {}, pass: true } };
