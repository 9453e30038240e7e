import { describe, expect, it } from '@jest/globals';
import { settingsErrors } from './errors.ts';
import { createTurns } from './write-semaphores.ts';

/** Work that goes on until it is told to end, and who has begun in which order. */
function workers() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: async (name: string) => {
      ends.get(name)!();
      // Those who come next begin in the turns of the event loop after this one.
      await new Promise(setImmediate);
    },
  };
}

const web = { org: 'acme', project: 'web' };

describe('turns', () => {
  it('go to two of a project at a time, first come, first served', async () => {
    const turns = createTurns({ poolSize: 10 });
    const { begun, work, end } = workers();
    const done = ['a', 'b', 'c', 'd'].map((name) => turns.of({ org: 'ACME', project: 'Web' })(work(name)));
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    const late = turns.of(web)(work('late'));
    for (const name of ['a', 'c', 'd', 'late']) await end(name);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'late']);
    expect(await Promise.all([...done, late])).toEqual(['a', 'b', 'c', 'd', 'late']);
  });

  it('of an organisation are four, and two connections are always left', async () => {
    const turns = createTurns({ poolSize: 10 });
    const { begun, work, end } = workers();
    const done: Promise<string>[] = [];
    for (const org of ['acme', 'globex', 'initech']) {
      for (const project of ['one', 'two', 'three']) {
        for (const n of [1, 2, 3]) done.push(turns.of({ org, project })(work(`${org}/${project} ${n}`)));
      }
      done.push(turns.of({ org })(work(`${org} itself`)));
    }
    await new Promise(setImmediate);
    expect(begun).toHaveLength(8);
    expect(begun.filter((name) => name.startsWith('acme'))).toHaveLength(4);
    expect(begun.filter((name) => name.startsWith('acme/one'))).toHaveLength(2);
    // It grows meanwhile: everybody gets their turn.
    for (const name of begun) await end(name);
    expect(new Set(await Promise.all(done)).size).toBe(30);
  });

  it('pass on when work fails', async () => {
    const turns = createTurns({ poolSize: 10 });
    const failing = Array.from({ length: 20 }, () =>
      turns.of(web)(() => Promise.reject(new Error('It fails.'))),
    );
    for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected');
    expect(await turns.of(web)(async () => 'done')).toBe('done');
  });

  it('are waited for so long and by so many, then refused; others are not in the way', async () => {
    const turns = createTurns({ poolSize: 10, waitMs: 50 });
    const { work, end } = workers();
    const first = ['a', 'b'].map((name) => turns.of(web)(work(name)));
    const waiting = Array.from({ length: 100 }, () => turns.of(web)(work('never')));
    await expect(turns.of(web)(work('one too many'))).rejects.toBe(settingsErrors.tooManyWriters);
    expect(await turns.of({ org: 'acme', project: 'app' })(async () => 'elsewhere')).toBe('elsewhere');
    for (const outcome of await Promise.allSettled(waiting)) {
      expect(outcome).toEqual({ status: 'rejected', reason: settingsErrors.tooManyWriters });
    }
    await Promise.all(['a', 'b'].map(end));
    expect(await Promise.all(first)).toEqual(['a', 'b']);
    expect(await turns.of(web)(async () => 'again')).toBe('again');
  });
});
