/** From a table of TOKAN, as the server sends it, to what its board draws. */
import type * as wire from '../../wire';
import type { SceneInput } from '../game';
import { liveSeat } from '../scene';
import { readPlacing, readStep } from './board/choreography';
import type { TokanDraft, TokanScene } from './types';

function tokanDraft(draft: wire.TokanDraft, legal: wire.TokanLegal | null): TokanDraft {
  const tiles = draft.cells.flatMap((tile, index) =>
    tile ? [{ tile, column: draft.first + (index % draft.columns), row: Math.floor(index / draft.columns) + 1 }] : [],
  );
  return {
    tiles,
    spaces: legal?.placings?.spaces ?? [],
    reserve: [draft.reserves[0] ?? '', draft.reserves[1] ?? ''],
    most: draft.most,
  };
}

function side(value: number | null | undefined): 0 | 1 | null {
  return value === 0 || value === 1 ? value : null;
}

export function tokanScene(input: SceneInput, table: wire.TokanTableShown): TokanScene {
  const { sides } = input;
  const seatOf = (wanted: number): number => Math.max(0, sides.indexOf(wanted));
  const over = input.over || table.over;
  const by = input.options['scoring'] === 'heads' ? 'heads' : 'towers';
  const viewer = input.viewer === null ? null : side(sides[input.viewer]);
  const steps = table.legal?.steps ?? {};
  const may = !over && input.viewer === table.seat && table.legal !== null;
  return {
    towers: table.towers,
    players: [liveSeat(() => input.seatInfo(seatOf(0)), {}), liveSeat(() => input.seatInfo(seatOf(1)), {})],
    viewer,
    turn: over ? null : side(sides[table.seat]),
    taboo: table.taboo,
    legal:
      may && !table.draft
        ? Object.fromEntries(
            Object.entries(steps).map(([source, targets]) => [
              source,
              Object.fromEntries(targets.map(({ target, carry }) => [target, carry])),
            ]),
          )
        : null,
    ply: input.moves.length,
    last: readStep(input.moves.at(-1) ?? ''),
    lastPlacing: readPlacing(input.moves.at(-1) ?? ''),
    draft: table.draft ? tokanDraft(table.draft, may ? table.legal : null) : null,
    score: {
      by,
      points: [table.points[0] ?? 0, table.points[1] ?? 0],
      cells: Object.fromEntries(table.scored.map(({ cell, points }) => [cell, points])),
      tie: table.tie && [table.tie[0] ?? [], table.tie[1] ?? []],
    },
    winner: side(input.winner === undefined ? table.winner : input.winner),
  };
}
