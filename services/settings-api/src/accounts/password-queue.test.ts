import { describe, expect, it } from '@jest/globals';
import type { HttpError } from '@bunting/service';
import { createPasswordQueue } from './password-queue.ts';

/** Returns work that records its start, and runs until `endAll` is called. */
function works() {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => async () => {
    begun.push(name);
    await new Promise<void>((resolve) => ends.push(resolve));
    return name;
  };
  /** Lets all work end, also work that begins meanwhile. */
  const endAll = async () => {
    while (ends.length > 0) {
      ends.shift()!();
      await new Promise(setImmediate);
    }
  };
  return { begun, work, endAll };
}

const refusal = (run: Promise<unknown>) =>
  run.then(
    () => 'served',
    ({ status, code, headers }: HttpError) => [status, code, headers['Retry-After']],
  );

describe('the queue in front of scrypt', () => {
  it('runs two at a time, first come, first served', async () => {
    const { begun, work, endAll } = works();
    const queue = createPasswordQueue();
    const runs = ['a', 'b', 'c', 'd'].map((name) => queue.run({ address: '192.0.2.1' }, work(name)));
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
    await endAll();
    expect(await Promise.all(runs)).toEqual(['a', 'b', 'c', 'd']);
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('refuses when it is full, with the time to wait', async () => {
    const { work, endAll } = works();
    const queue = createPasswordQueue({ maxWaiting: 3 });
    const runs = [1, 2, 3, 4, 5].map((host) => queue.run({ address: `192.0.2.${host}` }, work('a')));
    expect(await refusal(queue.run({ address: '192.0.2.6' }, work('b')))).toEqual([
      503,
      'too_many_passwords',
      '2',
    ]);
    await endAll();
    await Promise.all(runs);
    const later = queue.run({ address: '192.0.2.6' }, work('b'));
    await new Promise(setImmediate);
    await endAll();
    expect(await later).toBe('b');
  });

  it('has room for other networks, however many requests come from one', async () => {
    const { work, endAll } = works();
    const queue = createPasswordQueue({ maxOfNetwork: 3 });
    const address = (host: number) => `2001:db8::${host}`;
    const runs = [1, 2, 3].map((host) => queue.run({ address: address(host) }, work('a')));
    expect(await refusal(queue.run({ address: address(4) }, work('b')))).toEqual([
      503,
      'too_many_passwords',
      '2',
    ]);
    const other = queue.run({ address: '2001:db8:0:1::1' }, work('c'));
    await endAll();
    expect(await Promise.all([...runs, other])).toEqual(['a', 'a', 'a', 'c']);
  });

  it('runs one of several requests with one link, and another one after it', async () => {
    const { work, endAll } = works();
    const queue = createPasswordQueue();
    const from = (host: number) => ({ address: `192.0.2.${host}`, link: 'a link' });
    const first = queue.run(from(1), work('first'));
    expect(await refusal(queue.run(from(2), work('second')))).toEqual([409, 'link_in_use', undefined]);
    await endAll();
    expect(await first).toBe('first');
    const failing = queue.run(from(2), () => Promise.reject(new Error('wrong')));
    await expect(failing).rejects.toThrow('wrong');
    const next = queue.run(from(3), work('third'));
    await new Promise(setImmediate);
    await endAll();
    expect(await next).toBe('third');
  });
});
