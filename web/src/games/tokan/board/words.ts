/** The table of TOKAN in words. */
import type { Translate } from '../../../boards/texts';
import type { TokanScene } from '../types';
import { CELLS, sideOf } from './places';

export function tileInWords(t: Translate, tile: string): string {
  return t(`tokan.tile.${sideOf(tile)}.${tile.toLowerCase() as 'm' | 'j' | 'l'}`);
}

/** What stands on a cell, and what may be done with it. */
export function cellInWords(t: Translate, scene: TokanScene, cell: string, selected: string | null): string {
  const tower = scene.towers[CELLS.indexOf(cell)] ?? '';
  if (!tower) return t('tokan.cellGap', { cell });
  const parts = [t('tokan.cell', { cell, tile: tileInWords(t, tower.slice(-1)), n: tower.length })];
  if (tower.length > 1)
    parts.push(
      [...tower.slice(0, -1)]
        .reverse()
        .map((tile) => tileInWords(t, tile))
        .join(', '),
    );
  if (cell === scene.taboo) parts.push(t('tokan.taboo'));
  if (selected && scene.legal?.[selected]?.[cell]) parts.push(t('tokan.target'));
  else if (!selected && scene.legal?.[cell]) parts.push(t('tokan.mayMove'));
  return parts.join('; ');
}

/** The whole table, a sentence each. */
export function tableInWords(t: Translate, scene: TokanScene): string[] {
  const sentences = scene.players.map(
    (player, side) =>
      `${t(`side.${side as 0 | 1}`)} (${player.name}): ${t('points', { n: scene.score.points[side] ?? 0 })}`,
  );
  if (scene.taboo) sentences.push(t('tokan.tabooAt', { cell: scene.taboo }));
  const towers = scene.draft ? [] : CELLS.filter((_, index) => scene.towers[index]);
  sentences.push(
    ...towers.map((cell) =>
      t('tokan.aboutTower', {
        cell,
        tiles: [...(scene.towers[CELLS.indexOf(cell)] ?? '')].map((tile) => tileInWords(t, tile)).join(', '),
      }),
    ),
  );
  return sentences;
}
