import { describe, expect, it } from '@jest/globals';
import { createTestRuntime, turns } from '../../test/test-runtime.ts';
import type { Answer } from '../values/to-details.ts';
import { toWireUser } from '../user/read-user.ts';
import { createRemoteResults } from './remote-results.ts';

const getAnswer = (value: unknown): Answer => ({
  result: { key: 'a', value, variation: 'on', reason: 'default_variation', feature: 'f' },
});
const notLoaded: Answer = { error: 'not_loaded' };
const user = (name: string) => ({ user: toWireUser({ id: name }), text: name, name });

function start(most?: number) {
  const runtime = createTestRuntime();
  const asked: string[] = [];
  let next: Answer = getAnswer(1);
  const ask = (requestUser: { name: string }, key: string) => {
    asked.push(`${requestUser.name} ${key}`);
    return Promise.resolve(next);
  };
  const results = createRemoteResults({ ask, close: () => {} }, runtime, most);
  const read = async (name: string, key = 'a') => {
    const answer = results.read(user(name), key);
    await turns();
    return answer;
  };
  return { runtime, asked, read, setNext: (answer: Answer) => void (next = answer) };
}

describe('results of the service', () => {
  it('are fallbacks until they come, and served for a minute', async () => {
    const { runtime, asked, read, setNext } = start();
    expect([await read('u'), await read('u')]).toEqual([notLoaded, getAnswer(1)]);
    expect(asked).toEqual(['u a']);
    setNext(notLoaded);
    runtime.advance(59_999);
    expect(await read('u')).toEqual(getAnswer(1));
    runtime.advance(1);
    expect(await read('u')).toEqual(notLoaded);
  });

  it('are asked for anew after half a minute, while the last ones are served', async () => {
    const { runtime, asked, read, setNext } = start();
    await read('u');
    setNext(getAnswer(2));
    runtime.advance(30_000);
    expect([await read('u'), await read('u')]).toEqual([getAnswer(1), getAnswer(2)]);
    expect(asked).toHaveLength(2);
  });

  it('are of each user and key', async () => {
    const { asked, read } = start();
    await read('u');
    await read('v');
    await read('u', 'b');
    expect(asked).toEqual(['u a', 'v a', 'u b']);
  });

  it('are of so many users at most', async () => {
    const { read } = start(2);
    for (const name of ['u', 'v', 'w']) await read(name);
    expect([await read('u'), await read('w')]).toEqual([notLoaded, getAnswer(1)]);
  });
});
