/** A worker that helps with solving: it works on whatever the one who asks shares out, until it is ended. */
import { imports, UNWATCHED } from './calls';
import { listen } from './spawn';
import type { Begin, Exports } from './team';

listen<Begin>(({ module, memory, stack, member }, say) => {
  // A member has no clock: the one who asks looks at it for all.
  const { env, ...others } = imports(() => UNWATCHED);
  const instance = new WebAssembly.Instance(module, { env: { ...env, memory }, ...others });
  const exports = instance.exports as unknown as Exports;
  exports.member_begin(stack);
  say('ready');
  exports.member_work(member);
});
