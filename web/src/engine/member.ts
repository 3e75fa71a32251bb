/** A worker that helps with solving: it works on whatever the one who asks shares out, until it is ended. */
import { imports, UNWATCHED } from './calls';
import type { Begin, Exports } from './team';

addEventListener('message', ({ data: { module, memory, stack, member } }: MessageEvent<Begin>) => {
  // A member has no clock: the one who asks looks at it for all.
  const { env, ...others } = imports(() => UNWATCHED);
  const instance = new WebAssembly.Instance(module, { env: { ...env, memory }, ...others });
  const exports = instance.exports as unknown as Exports;
  exports.member_begin(stack);
  postMessage('ready');
  exports.member_work(member);
});
