/** How things move: with weight, and not at all for those who asked for stillness. */

export const QUICK = 180;
export const CALM = 240;
/** A little beyond the goal and back. */
export const SETTLE = 'cubic-bezier(.3,1.35,.5,1)';
export const EASE = 'cubic-bezier(.3,.7,.2,1)';

let device: MediaQueryList | undefined;

/** Whether nothing should move: as the person says, or else the device. */
export function isStill(): boolean {
  const { motion } = document.documentElement.dataset;
  if (motion) return motion === 'less';
  device ??= matchMedia('(prefers-reduced-motion: reduce)');
  return device.matches;
}

/** Runs an animation on an element and resolves when it has ended or was replaced; at once where nothing may move. */
export async function moved(
  element: Element | null | undefined,
  frames: Keyframe[],
  duration: number,
  easing = EASE,
): Promise<void> {
  if (!element || isStill()) return;
  try {
    await element.animate(frames, { duration, easing, fill: 'backwards' }).finished;
  } catch {
    // A newer animation took over.
  }
}
