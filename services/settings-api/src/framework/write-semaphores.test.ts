import { describe, expect, it } from '@jest/globals';
import { settingsErrors } from './errors.ts';
import { createWriteSemaphores } from './write-semaphores.ts';

/** Returns work that runs until `end` is called, and the order in which it began. */
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
      // The next work begins in a later turn of the event loop.
      await new Promise(setImmediate);
    },
  };
}

const web = { org: 'acme', project: 'web' };

describe('write semaphores', () => {
  it('let two changes of a project run at a time, first come, first served', async () => {
    const semaphores = createWriteSemaphores({ poolSize: 10 });
    const { begun, work, end } = workers();
    const done = ['a', 'b', 'c', 'd'].map((name) =>
      semaphores.of({ org: 'ACME', project: 'Web' })(work(name)),
    );
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b']);
    await end('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    const late = semaphores.of(web)(work('late'));
    for (const name of ['a', 'c', 'd', 'late']) await end(name);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'late']);
    expect(await Promise.all([...done, late])).toEqual(['a', 'b', 'c', 'd', 'late']);
  });

  it('let four changes of an organisation run at a time, and leave two connections to others', async () => {
    const semaphores = createWriteSemaphores({ poolSize: 10 });
    const { begun, work, end } = workers();
    const done: Promise<string>[] = [];
    for (const org of ['acme', 'globex', 'initech']) {
      for (const project of ['one', 'two', 'three']) {
        for (const n of [1, 2, 3]) done.push(semaphores.of({ org, project })(work(`${org}/${project} ${n}`)));
      }
      done.push(semaphores.of({ org })(work(`${org} itself`)));
    }
    await new Promise(setImmediate);
    expect(begun).toHaveLength(8);
    expect(begun.filter((name) => name.startsWith('acme'))).toHaveLength(4);
    expect(begun.filter((name) => name.startsWith('acme/one'))).toHaveLength(2);
    // The list grows meanwhile: in the end all of them have run.
    for (const name of begun) await end(name);
    expect(new Set(await Promise.all(done)).size).toBe(30);
  });

  it('let the next change run when one fails', async () => {
    const semaphores = createWriteSemaphores({ poolSize: 10 });
    const failing = Array.from({ length: 20 }, () =>
      semaphores.of(web)(() => Promise.reject(new Error('It fails.'))),
    );
    for (const { status } of await Promise.allSettled(failing)) expect(status).toBe('rejected');
    expect(await semaphores.of(web)(async () => 'done')).toBe('done');
  });

  it('refuse a change that waits too long or behind too many, and not those of another project', async () => {
    const semaphores = createWriteSemaphores({ poolSize: 10, maxWaitMs: 50 });
    const { work, end } = workers();
    const first = ['a', 'b'].map((name) => semaphores.of(web)(work(name)));
    const waiting = Array.from({ length: 100 }, () => semaphores.of(web)(work('never')));
    await expect(semaphores.of(web)(work('one too many'))).rejects.toBe(settingsErrors.tooManyWriters);
    expect(await semaphores.of({ org: 'acme', project: 'app' })(async () => 'elsewhere')).toBe('elsewhere');
    for (const outcome of await Promise.allSettled(waiting)) {
      expect(outcome).toEqual({ status: 'rejected', reason: settingsErrors.tooManyWriters });
    }
    await Promise.all(['a', 'b'].map(end));
    expect(await Promise.all(first)).toEqual(['a', 'b']);
    expect(await semaphores.of(web)(async () => 'again')).toBe('again');
  });
});
