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
    await expect(circuit.run(never)).rejects.toThrow('PostgreSQL did not answer a moment ago.');
    now = 10;
    expect(await circuit.run(() => Promise.resolve('fine'))).toBe('fine');
  });
});
