/** How fast computers' moves follow one another on the page. */
export type Pace = 'slow' | 'normal' | 'fast' | 'once';

export const PACES: readonly Pace[] = ['slow', 'normal', 'fast', 'once'];

/** Milliseconds from one computer's move to the next. */
export const GAPS: Readonly<Record<Pace, number>> = { slow: 1200, normal: 800, fast: 450, once: 0 };
