import { describe, expect, it } from 'vitest';
import { WheelSteps } from '../../src/boards/wheel';

function run(events: readonly (readonly [deltaY: number, timeStamp: number])[], deltaMode = 0): number[] {
  const steps = new WheelSteps();
  return events.map(([deltaY, timeStamp]) => steps.add({ deltaX: 0, deltaY, deltaMode, timeStamp }));
}

describe('the wheel', () => {
  it('makes one step for each click of a mouse', () => {
    expect(
      run([
        [100, 0],
        [100, 50],
        [-100, 90],
      ]),
    ).toEqual([1, 1, -1]);
    expect(
      run(
        [
          [3, 0],
          [-3, 50],
        ],
        1,
      ),
    ).toEqual([1, -1]);
  });

  it('does not spin when a pad glides', () => {
    const glide = Array.from({ length: 30 }, (_, index) => [6, index * 16] as const);
    expect(run(glide).filter(Boolean).length).toBeLessThanOrEqual(2);
  });

  it('forgets small movements after a rest', () => {
    expect(
      run([
        [30, 0],
        [30, 1000],
        [30, 1016],
      ]),
    ).toEqual([0, 0, 1]);
  });
});
