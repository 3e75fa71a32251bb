/** What speaks for a turn of the chocolate games, and why a game is over. */
import { t } from '../../i18n/i18n.svelte';
import type { ChocolateTableShown } from '../../wire';
import type { Advised } from '../game';
import { readTurn } from './board/turns';
import { held, largest } from './reasons';

export { reasonsOf } from './reasons';

export function advice({ table, after, move, side, name }: Advised<ChocolateTableShown>): string {
  const [word, to] = move.split(' ');
  if (word === 'offer') return t('reason.offer', { name: name(Number(to) - 1) });
  if (word === 'counter') return t('reason.counter');
  if (word === 'accept') return t('reason.accept');
  if (word === 'decline' || word === 'reject') return t('reason.decline');
  if (word === 'pass') return t('reason.pass');
  const turn = readTurn(move);
  if (!turn || !after) return t('reason.prepare');
  const colour = after.colours[side];
  if (!table.colours[side] && colour) return t('reason.colour', { colour: t(`colour.${colour as 'D' | 'M' | 'W'}`) });
  const said: string[] = [];
  if (largest(after, side) > largest(table, side)) said.push(t('reason.grow', { n: largest(after, side) }));
  if (held(after, side) > held(table, side))
    said.push(t('reason.neutral', { n: held(after, side) - held(table, side) }));
  const lost = Math.max(
    0,
    ...table.points.map((points, other) => (other === side ? 0 : points - (after.points[other] ?? 0))),
  );
  if (lost > 0) said.push(t('reason.shrink', { n: lost }));
  if (turn.smartie !== null && turn.spot.tier === 1) said.push(t('reason.secure'));
  return said.slice(0, 2).join(' ') || t('reason.prepare');
}

export function ending(table: ChocolateTableShown): string {
  const played = t(table.hands.every((hand) => hand.length === 0) ? 'end.played' : 'end.passed');
  const seconds = table.groups.filter(({ counts }) => counts === 'tie');
  if (!seconds.length) return played;
  const most = Math.max(...table.points);
  const sizes = table.points.flatMap((points, side) =>
    points === most ? (seconds.find((group) => group.side === side)?.cells.length ?? 0) : [],
  );
  const decided = table.winner === null ? t('end.second.equal') : t('end.second', { sizes: sizes.join(' : ') });
  return `${played} ${decided}`;
}
