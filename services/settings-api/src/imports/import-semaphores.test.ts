import { describe, expect, it } from '@jest/globals';
import { createImportSemaphores } from './import-semaphores.ts';

const shareExceeded = { status: 429, code: 'organisation_share_exceeded', headers: { 'Retry-After': '10' } };
const noBody = async () => undefined;

/** Returns work that goes on until `end` is called. */
function openEnded() {
  let end = () => {};
  const ended = new Promise<void>((resolve) => (end = resolve));
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const work = () => {
    begin();
    return ended;
  };
  return { work, begun, end };
}

describe('semaphores of imports', () => {
  it('let an organisation import one document at a time, and all organisations four', async () => {
    const semaphores = createImportSemaphores({ maxWaitMs: 60_000 });
    const [first, second, third] = [openEnded(), openEnded(), openEnded()];
    const others = [openEnded(), openEnded(), openEnded()];
    const begun: string[] = [];
    const note =
      (name: string, { work }: ReturnType<typeof openEnded>) =>
      () => {
        begun.push(name);
        return work();
      };
    const running = [
      semaphores.run('a', noBody, note('first of a', first)),
      semaphores.run('a', noBody, note('second of a', second)),
      ...others.map((other, index) => semaphores.run(`b${index}`, noBody, note(`b${index}`, other))),
      semaphores.run('c', noBody, note('c', third)),
    ];
    await Promise.all([first, ...others].map((each) => each.begun));
    expect(begun).toEqual(['first of a', 'b0', 'b1', 'b2']);
    others[0]!.end();
    await third.begun;
    expect(begun).toEqual(['first of a', 'b0', 'b1', 'b2', 'c']);
    first.end();
    await second.begun;
    for (const each of [second, third, ...others]) each.end();
    await Promise.all(running);
  });

  it('refuse a request that waits too long, with the time to wait', async () => {
    const semaphores = createImportSemaphores({ maxWaitMs: 50 });
    const { work, begun, end } = openEnded();
    const running = semaphores.run('a', noBody, work);
    await begun;
    await expect(semaphores.run('a', noBody, noBody)).rejects.toMatchObject(shareExceeded);
    end();
    await running;
    await semaphores.run('a', noBody, noBody);
  });

  it('let an organisation send two documents at a time, and do not delay other organisations if these never end', async () => {
    const semaphores = createImportSemaphores({ maxWaitMs: 50 });
    const slow = openEnded();
    const sending = [semaphores.run('a', slow.work, noBody), semaphores.run('a', slow.work, noBody)];
    await expect(semaphores.run('a', noBody, noBody)).rejects.toMatchObject(shareExceeded);
    await semaphores.run('b', noBody, noBody);
    slow.end();
    await Promise.all(sending);
  });

  it('get their permits back from imports that fail', async () => {
    const semaphores = createImportSemaphores({ maxWaitMs: 50 });
    const fail = () => Promise.reject(new Error('gone'));
    for (let count = 0; count < 10; count += 1) {
      await expect(semaphores.run('a', fail, noBody)).rejects.toThrow('gone');
      await expect(semaphores.run('a', noBody, fail)).rejects.toThrow('gone');
    }
    await semaphores.run('a', noBody, noBody);
  });
});
