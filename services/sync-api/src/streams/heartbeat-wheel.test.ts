import { expect, it } from '@jest/globals';
import { createManualClock } from '@bunting/async/testing';
import { createHeartbeatWheel } from './heartbeat-wheel.ts';

const turnMs = 25_000;

function startWheel() {
  const clock = createManualClock();
  const beats: { member: number; at: number }[] = [];
  const wheel = createHeartbeatWheel<number>({
    turnMs,
    clock,
    beat: (member) => beats.push({ member, at: clock.now() }),
  });
  return { clock, beats, wheel };
}

it('beats every member once in a turn, spread evenly over it', () => {
  const { clock, beats, wheel } = startWheel();
  for (let member = 0; member < 1_000; member++) wheel.add(member);
  clock.advance(turnMs);
  expect(new Set(beats.map(({ member }) => member)).size).toBe(1_000);
  expect(beats).toHaveLength(1_000);
  const perSecond = Array.from({ length: 25 }, () => 0);
  for (const { at } of beats) perSecond[Math.min(24, Math.floor((at - 1) / 1_000))]! += 1;
  expect(Math.min(...perSecond)).toBeGreaterThanOrEqual(30);
  expect(Math.max(...perSecond)).toBeLessThanOrEqual(50);
});

it('beats a member every 25 s as long as it is there', () => {
  const { clock, beats, wheel } = startWheel();
  wheel.add(1);
  clock.advance(4 * turnMs);
  expect(beats).toHaveLength(4);
  for (const [index, { at }] of beats.slice(1).entries())
    expect(at - beats[index]!.at).toBeCloseTo(turnMs, 0);
  wheel.delete(1);
  clock.advance(turnMs);
  expect(beats).toHaveLength(4);
});

it('beats everybody once after the process was blocked for longer than a turn', () => {
  const { clock, beats, wheel } = startWheel();
  for (let member = 0; member < 500; member++) wheel.add(member);
  clock.block(3 * turnMs);
  expect(beats).toHaveLength(500);
});
