import { describe, expect, it } from '@jest/globals';
import { CircuitOpen, createCircuit } from './circuit.ts';
import { TimeoutError } from './with-timeout.ts';

const never = () => new Promise<never>(() => {});

describe('a circuit', () => {
  it('calls nothing for a while after a failure, then tries again', async () => {
    let now = 0;
    let calls = 0;
    const circuit = createCircuit({ name: 'Redis', timeoutMs: 1_000, openMs: 2_000, now: () => now });
    const call = (work: () => Promise<string>) =>
      circuit.run(() => {
        calls += 1;
        return work();
      });
    await expect(call(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    now = 1_999;
    await expect(call(() => Promise.resolve('fine'))).rejects.toThrow(CircuitOpen);
    expect(calls).toBe(1);
    now = 2_000;
    expect(await call(() => Promise.resolve('fine'))).toBe('fine');
  });

  it('counts a missing answer as a failure', async () => {
    let now = 0;
    const circuit = createCircuit({ name: 'PostgreSQL', timeoutMs: 1, openMs: 10, now: () => now });
    await expect(circuit.run(never)).rejects.toThrow(new TimeoutError('PostgreSQL', 1));
    await expect(circuit.run(never)).rejects.toThrow("PostgreSQL didn't respond a moment ago.");
    now = 10;
    expect(await circuit.run(() => Promise.resolve('fine'))).toBe('fine');
  });

  it('opens only on the failures that it is told of', async () => {
    const opensOn = (error: Error) => error instanceof TimeoutError;
    const circuit = createCircuit({ name: 'Redis', openMs: 2_000, now: () => 0, opensOn });
    await expect(circuit.run(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    expect(await circuit.run(() => Promise.resolve('fine'))).toBe('fine');
    await expect(circuit.run(() => Promise.reject(new TimeoutError('Redis', 1)))).rejects.toThrow(
      TimeoutError,
    );
    await expect(circuit.run(() => Promise.resolve('fine'))).rejects.toThrow(CircuitOpen);
  });

  it('half open tries one call at a time until one succeeds', async () => {
    let now = 0;
    const circuit = createCircuit({ name: 'Redis', openMs: 10, now: () => now, halfOpen: true });
    await expect(circuit.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    now = 10;
    let fail: (error: Error) => void = () => {};
    const trial = circuit.run(() => new Promise((_, reject) => (fail = reject)));
    await expect(circuit.run(() => Promise.resolve('fine'))).rejects.toThrow(CircuitOpen);
    fail(new Error('still broken'));
    await expect(trial).rejects.toThrow('still broken');
    now = 20;
    expect(await circuit.run(() => Promise.resolve('fine'))).toBe('fine');
    const slow = circuit.run(() => new Promise((resolve) => setImmediate(resolve, 'slow')));
    expect(await circuit.run(() => Promise.resolve('fine'))).toBe('fine');
    expect(await slow).toBe('slow');
  });
});
