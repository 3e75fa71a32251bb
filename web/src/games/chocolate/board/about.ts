/** The whole chocolate table in sentences. */
import type { Translate } from '../../../boards/texts';
import type { ChocolateScene } from '../types';
import { lastInWords, sideName } from './words';

/** The whole table, a sentence each. */
export function tableInWords(t: Translate, scene: ChocolateScene): string[] {
  const sentences = [
    t('chocolate.about', {
      n: scene.cards.length,
      upper: scene.cards.filter((card) => card.tier === 2).length,
      secured: scene.cards.filter((card) => card.smartie).length,
      stack: scene.stack,
    }),
  ];
  scene.sides.forEach((side, index) => {
    const largest = Math.max(
      0,
      ...scene.groups.filter((group) => group.side === index).map((group) => group.cells.length),
    );
    sentences.push(
      t('chocolate.aboutSide', {
        name: sideName(scene, index),
        colour: side.colour ? t(`colour.${side.colour}`) : t('chocolate.noColour'),
        points: side.points,
        n: largest,
      }),
    );
  });
  const last = lastInWords(t, scene);
  return last ? [...sentences, last] : sentences;
}
