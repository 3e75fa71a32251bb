import { describe, expect, it } from 'vitest';
import { Rules, type Ask, type Line } from '../../src/host/rules';

/** Rules whose engine gives no answer the first time. */
function failingOnce(answer: object): { rules: Rules; asked: string[] } {
  const asked: string[] = [];
  const ask = ((question: { op: string }) => {
    asked.push(question.op);
    return asked.length === 1 ? Promise.reject(new Error('not loaded')) : Promise.resolve(answer);
  }) as unknown as Ask;
  return { rules: new Rules(ask), asked };
}

const LINE = { terms: { game: { name: 'any' }, options: {}, sides: [0, 1] }, deal: '', moves: [] } as unknown as Line;

describe('the rules on this device', () => {
  it('are asked for the games again where no answer came, and once where one did', async () => {
    const { rules, asked } = failingOnce({ games: [] });
    await expect(rules.games()).rejects.toThrow('not loaded');
    expect(await rules.games()).toEqual({ games: [] });
    await rules.games();
    expect(asked).toEqual(['games', 'games']);
  });

  it('are asked how a line stands again where no answer came, and once where one did', async () => {
    const { rules, asked } = failingOnce({ seen: [], public: [] });
    await expect(rules.position(LINE)).rejects.toThrow('not loaded');
    expect((await rules.position(LINE)).isPublic).toBe(true);
    await rules.position({ ...LINE });
    expect(asked).toEqual(['standing', 'standing']);
  });
});
