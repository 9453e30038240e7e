import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { createAddressLimit } from './address-limit.ts';

function limitOf(options: { perMinute: number; maxAddresses?: number }) {
  const clock = { time: 0 };
  const limit = createAddressLimit({ maxAddresses: 10, ...options, now: () => clock.time });
  const admitted = (address: string, times: number) =>
    Array.from({ length: times }, () => limit.take(address)).filter((waitMs) => waitMs === 0).length;
  return { clock, limit, admitted };
}

describe('the rate of an address', () => {
  it('is a minute’s worth at once, then refills evenly', () => {
    const { clock, admitted } = limitOf({ perMinute: 60 });
    expect(admitted('192.0.2.1', 100)).toBe(60);
    clock.time = 2_500;
    expect(admitted('192.0.2.1', 100)).toBe(2);
    clock.time = 1_000_000;
    expect(admitted('192.0.2.1', 100)).toBe(60);
  });

  it('is its own', () => {
    const { admitted } = limitOf({ perMinute: 5 });
    expect(admitted('192.0.2.1', 10)).toBe(5);
    expect(admitted('192.0.2.2', 10)).toBe(5);
  });

  it('tells the time until the next token', () => {
    const { clock, limit } = limitOf({ perMinute: 1 });
    expect(limit.take('a')).toBe(0);
    expect(limit.take('a')).toBe(60_000);
    clock.time = 15_000;
    expect(limit.take('a')).toBe(45_000);
  });

  it('is not refilled by a clock that is set back', () => {
    const { clock, limit } = limitOf({ perMinute: 1 });
    clock.time = 60_000;
    expect(limit.take('a')).toBe(0);
    clock.time = 0;
    expect(limit.take('a')).toBe(60_000);
  });

  it('is remembered while the address comes, and forgotten after enough others', () => {
    const { admitted } = limitOf({ perMinute: 1, maxAddresses: 4 });
    expect(admitted('a', 1)).toBe(1);
    for (const other of ['b', 'c', 'd', 'e', 'f', 'g']) {
      expect(admitted(other, 1)).toBe(1);
      expect(admitted('a', 1)).toBe(0);
    }
    for (const other of ['h', 'i', 'j', 'k']) admitted(other, 1);
    expect(admitted('a', 1)).toBe(1);
  });

  it('has no limit where it is switched off', () => {
    expect(limitOf({ perMinute: Infinity }).admitted('a', 10_000)).toBe(10_000);
  });

  it('takes bounded memory, however many addresses there are', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heap = () => {
      collect();
      return process.memoryUsage().heapUsed;
    };
    const { limit } = limitOf({ perMinute: 600, maxAddresses: 100_000 });
    const fill = (from: number) => {
      for (let n = from; n < from + 150_000; n += 1) limit.take(`2001:db8:${n}::/64`);
    };
    const empty = heap();
    fill(0);
    const full = heap();
    fill(150_000);
    fill(300_000);
    expect(full - empty).toBeLessThan(32 * 1024 * 1024);
    expect(heap() - full).toBeLessThan(4 * 1024 * 1024);
    expect(limit.take('another')).toBe(0);
  });
});
