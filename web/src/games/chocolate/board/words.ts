/** The chocolate table in words: for labels, announcements and those who cannot see it. */
import { keyOf } from '../../../boards/geometry/outline';
import type { Translate } from '../../../boards/texts';
import type { ChocolateScene, Colour } from '../types';
import { hasPrintedSmartie, isHidden } from './cards';
import type { Preview, Sight } from './sight';
import { cardAt, groupAt, neutralGroupAt } from './sight';
import type { Ghost } from './turns';

export function piecesInWords(t: Translate, card: string): string {
  return [...card.slice(0, 4)].map((letter) => t(`colour.${letter as Colour}`)).join(' ');
}

export function cardInWords(t: Translate, card: string): string {
  if (isHidden(card)) return t('chocolate.card.hidden');
  const pieces = piecesInWords(t, card);
  return t(hasPrintedSmartie(card) ? 'chocolate.card.smartie' : 'chocolate.card', { pieces });
}

/** What a card would do at a place. */
export function ghostInWords(t: Translate, ghost: Ghost, seen: Preview): string {
  if (ghost.state === 'illegal') return t('chocolate.illegal');
  const parts = [t(ghost.state === 'turned' ? 'chocolate.fitsTurned' : 'chocolate.fits')];
  if (ghost.tier === 2)
    parts.push(t('chocolate.covers', { pieces: seen.covered.map(({ colour }) => t(`colour.${colour}`)).join(' ') }));
  for (const { colour, cells } of seen.groups)
    parts.push(t('chocolate.joins', { colour: t(`colour.${colour}`), n: cells.length }));
  return `${ghost.x}, ${ghost.y}: ${parts.join('; ')}`;
}

/** What lies on a cell. */
export function cellInWords(t: Translate, scene: ChocolateScene, sight: Sight, x: number, y: number): string {
  const colour = sight.get(keyOf(x, y));
  if (!colour) return t('chocolate.cellEmpty', { x, y });
  const group = groupAt(scene.groups, x, y);
  const card = cardAt(scene.cards, x, y);
  const parts = [
    t('chocolate.cell', { x, y, colour: t(`colour.${colour}`), n: group?.cells.length ?? 1 }),
    ...neutralInWords(t, scene, x, y),
  ];
  if (card?.tier === 2) parts.push(t('chocolate.tier2'));
  if (card?.smartie) parts.push(t('chocolate.secured'));
  return parts.join('; ');
}

/** What a neutral group on a cell counts, and for whom; nothing for other groups. */
function neutralInWords(t: Translate, scene: ChocolateScene, x: number, y: number): string[] {
  const group = neutralGroupAt(scene.neutralGroups, x, y);
  if (!group) return [];
  const contacts = `${t('chocolate.contacts')} ${group.contacts.join(' : ')}`;
  if (!group.counts) return [contacts, t('chocolate.small')];
  return [contacts, group.holder === null ? t('chocolate.tied') : heldBy(t, scene, group.holder)];
}

function heldBy(t: Translate, scene: ChocolateScene, side: number): string {
  const name = sideName(scene, side);
  return name === t('you') ? t('chocolate.held.you') : t('chocolate.held', { name });
}

/** The group on a cell, for those who touched it; null where nothing lies. */
export function groupInWords(t: Translate, scene: ChocolateScene, x: number, y: number): string | null {
  const group = groupAt(scene.groups, x, y);
  if (!group) return null;
  const owner = group.side === null ? [] : [sideName(scene, group.side)];
  return [t('chocolate.group', { n: group.cells.length }), ...owner, ...neutralInWords(t, scene, x, y)].join(' · ');
}

/** The last turn in a sentence; null before the first. */
export function lastInWords(t: Translate, scene: ChocolateScene): string | null {
  if (!scene.last) return null;
  const { seat, card, x, y } = scene.last;
  return t('chocolate.aboutLast', { name: scene.seats[seat]?.name ?? '', card: cardInWords(t, card), x, y });
}

/** The names of those who play for a side. */
export function sideName(scene: ChocolateScene, side: number): string {
  return scene.seats
    .filter((seat) => seat.side === side)
    .map((seat) => seat.name)
    .join(' + ');
}
