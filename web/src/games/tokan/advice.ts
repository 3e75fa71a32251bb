/** What speaks for a move of TOKAN, and why a game is over. */
import type { SeatInfo } from '../../boards/types';
import { t } from '../../i18n/i18n.svelte';
import type { TokanTableShown } from '../../wire';
import type { Advised } from '../game';
import { readStep } from './board/choreography';
import { indexOf, sideOf } from './board/places';

export { reasonsOf } from './reasons';

export function advice({ table, after, move, side }: Advised<TokanTableShown>): string {
  const step = readStep(move);
  if (!step) return t('reason.tight');
  if (after?.over) return t('reason.stuck');
  const target = table.towers[indexOf(step.target)] ?? '';
  const height = target.length + step.carried + 1;
  const heads = (after?.points[side] ?? 0) - (table.points[side] ?? 0);
  if (target.length > 1 && sideOf(target.slice(-1)) !== side) return t('reason.take', { n: height });
  if (heads > 0) return t('reason.tower', { n: height });
  return t('reason.tight');
}

export function ending(table: TokanTableShown, sides: readonly number[], seatInfo: (seat: number) => SeatInfo): string {
  const seat = sides.indexOf(table.seat);
  const { name, you } = seatInfo(seat);
  const own = you || name === t('you');
  return t(`end.${table.by_taboo ? 'taboo' : 'stuck'}${own ? '.you' : ''}` as const, { name });
}
