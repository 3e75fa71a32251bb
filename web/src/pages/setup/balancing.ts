/** Matches that begin with a balanced start. */
import { presetName, type Setup } from '../../app/setup';
import { nextStart } from '../../puzzles/balanced';
import type { GameInfo } from '../../tables';
import type { Create } from '../../wire';

/** The preset whose balanced starts can be played from: not with strangers, who agree on terms and not on a field. */
export function balancedPreset(info: GameInfo | undefined, setup: Setup): string | null {
  const preset = presetName(info, setup);
  const known = preset !== null && (info?.balanced ?? []).includes(preset);
  return known && setup.mode !== 'anyone' && !(setup.mode === 'friends' && setup.challenge.trim()) ? preset : null;
}

/** The request for a match that begins with one, where that can be; everybody could know it, so that it is not rated. */
export async function balancedRequest(info: GameInfo | undefined, setup: Setup, request: Create): Promise<Create> {
  const preset = balancedPreset(info, setup);
  const record = preset === null ? null : await nextStart(request.game, preset);
  return record === null ? request : { ...request, record, rated: false };
}
