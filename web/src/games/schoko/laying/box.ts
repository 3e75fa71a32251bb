/** What is in its box. */
import { each, type Material } from '../../chocolate/laying/material';

export const MATERIAL: Material = {
  kinds: [
    ...each(7, 'DDDW'),
    ...each(8, 'DDWW'),
    ...each(7, 'DWWW'),
    ...each(3, 'DDDWs'),
    ...each(4, 'DDWWs'),
    ...each(3, 'DWWWs'),
  ],
  colours: ['D', 'W'],
  smarties: 0,
  players: [2],
};
