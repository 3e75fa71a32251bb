/** A worker, as whoever works with it sees it, however it was started. */
export interface Running {
  // Messages differ from worker to worker; whoever starts one knows which they are.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  onmessage: ((event: MessageEvent<any>) => void) | null;
  onerror: (() => void) | null;
  postMessage(message: unknown): void;
  terminate(): void;
}

/** The workers that other workers may want. */
export type Kind = 'engine' | 'solver';
