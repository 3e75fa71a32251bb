/** What lies over the foot of the field: the field shows above it what it would hide. */
import type { View } from './view.svelte';

/** Cards are shown above something in no less than this height, in pixels; where there is less they stay. */
const LEAST = 90;
/** The sheets of the board, and what the page lays over it; a card whose colour is chosen lies where it was put. */
const COVERS = ':scope > .tb-sheet:not(:has(.colours)), :scope > .float';

/** Where something is laid out in the document, whatever moves it at the moment. */
function layout(element: HTMLElement): { readonly left: number; readonly top: number } {
  let [left, top] = [0, 0];
  for (let at: Element | null = element; at instanceof HTMLElement; at = at.offsetParent) {
    left += at.offsetLeft;
    top += at.offsetTop;
  }
  return { left, top };
}

/** How many pixels of the foot of a field something hides; what stands at its side hides none. */
function hidden(over: HTMLElement, field: HTMLElement, view: View): number {
  const [there, here] = [layout(over), layout(field)];
  if (there.left >= here.left + field.offsetWidth || over.offsetWidth < field.offsetWidth / 2) return 0;
  const foot = Math.max(0, here.top + field.offsetHeight - there.top);
  return view.height - view.insets.top - view.insets.bottom - foot < LEAST ? 0 : foot;
}

/** Tells the view of a board what hides its foot, until it is called off. */
export function watchCovers(board: HTMLElement, view: View): () => void {
  const field = board.querySelector<HTMLElement>('.field');
  const layers = [board, ...(board.closest('main') ? [board.closest('main') as HTMLElement] : [])];
  let over: HTMLElement | null = null;
  let foot = 0;
  const measure = (): void => {
    const now = over && field ? hidden(over, field, view) : 0;
    if (now === foot) return;
    foot = now;
    view.cover(foot);
  };
  const sizes = new ResizeObserver(measure);
  const look = (): void => {
    over = layers.map((layer) => layer.querySelector<HTMLElement>(COVERS)).find(Boolean) ?? null;
    sizes.disconnect();
    if (over && field) [over, field].forEach((each) => sizes.observe(each));
    else measure();
  };
  const watcher = new MutationObserver(look);
  for (const layer of layers) watcher.observe(layer, { childList: true });
  look();
  return () => {
    watcher.disconnect();
    sizes.disconnect();
  };
}
