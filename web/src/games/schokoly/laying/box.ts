/** What is in its box. */
import { each, type Material } from '../../chocolate/laying/material';

export const MATERIAL: Material = {
  // In each row of the palette the same two colours, and at its end those with all three.
  kinds: [
    ...each(4, 'DDDW', 'DDWW', 'DWWW'),
    ...each(2, 'DDMW', 'DDWM'),
    ...each(4, 'DDDM', 'DDMM', 'DMMM'),
    ...each(2, 'DMMW', 'DWMM'),
    ...each(4, 'MMMW', 'MMWW', 'MWWW'),
    ...each(2, 'DMWW', 'DWWM'),
  ],
  colours: ['D', 'M', 'W'],
  smarties: 12,
  players: [2, 3, 4],
};
