import { describe, expect, it } from '@jest/globals';
import { settingsErrors } from '../errors.ts';
import { createImportTurns } from './import-turns.ts';

const noBody = async () => undefined;

/** Work that goes on until it is told to end. */
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

describe('turns of imports', () => {
  it('come one after the other in an organisation, which takes a quarter of the four there are', async () => {
    const turns = createImportTurns({ waitMs: 60_000 });
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
      turns.run('a', noBody, note('first of a', first)),
      turns.run('a', noBody, note('second of a', second)),
      ...others.map((other, number) => turns.run(`b${number}`, noBody, note(`b${number}`, other))),
      turns.run('c', noBody, note('c', third)),
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

  it('are refused in the end, with a word on when to come back', async () => {
    const turns = createImportTurns({ waitMs: 50 });
    const { work, begun, end } = openEnded();
    const running = turns.run('a', noBody, work);
    await begun;
    await expect(turns.run('a', noBody, noBody)).rejects.toBe(settingsErrors.tooManyImports);
    end();
    await running;
    await turns.run('a', noBody, noBody);
  });

  it('let an organisation send two documents at a time, of which one that never comes keeps nobody else', async () => {
    const turns = createImportTurns({ waitMs: 50 });
    const slow = openEnded();
    const sending = [turns.run('a', slow.work, noBody), turns.run('a', slow.work, noBody)];
    await expect(turns.run('a', noBody, noBody)).rejects.toBe(settingsErrors.tooManyImports);
    await turns.run('b', noBody, noBody);
    slow.end();
    await Promise.all(sending);
  });

  it('are given back by who fails', async () => {
    const turns = createImportTurns({ waitMs: 50 });
    const fail = () => Promise.reject(new Error('gone'));
    for (let count = 0; count < 10; count += 1) {
      await expect(turns.run('a', fail, noBody)).rejects.toThrow('gone');
      await expect(turns.run('a', noBody, fail)).rejects.toThrow('gone');
    }
    await turns.run('a', noBody, noBody);
  });
});
