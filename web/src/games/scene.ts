/** What the scenes of several games are made with. No rule is applied here: the server has applied them all. */
import type { SeatInfo } from '../boards/types';

/** A seat that is read when it is drawn, so that a ticking clock does not make a new scene. */
export function liveSeat<More extends object>(info: () => SeatInfo, more: More): More & SeatInfo {
  return {
    ...more,
    get name() {
      return info().name;
    },
    get away() {
      return info().away;
    },
    get clock() {
      return info().clock;
    },
    get left() {
      return info().left;
    },
    get level() {
      return info().level;
    },
    get you() {
      return info().you;
    },
  };
}
