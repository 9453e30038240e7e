import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys } from './organisations.ts';
import { toEvent, ingest, tellUsage, toUsage } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

/** Three numbers that JSON.parse makes one. */
const ids = ['9007199254740992', '9007199254740993', '9007199254740991.0e0', '9007199254740994'];
const digits = ['9007199254740991', '9007199254740992', '9007199254740993', '9007199254740994'];

describe('ids beyond 2^53 that are sent as numbers (decisions §1.2)', () => {
  it('are the users of events, each by its digits', async () => {
    const events = ids.map((id) => JSON.stringify(toEvent({ user: { id: '?' } })).replace('"?"', id));
    const byEmail = JSON.stringify(toEvent({ user: { email: '?' } })).replace('"?"', '9007199254740995');
    const answer = await ingest(app.server, { body: `{"events":[${[...events, byEmail].join(',')}]}` });
    expect([answer.status, answer.body]).toEqual([202, { accepted: 5 }]);
    const stored = (await app.storedEvents()).map((event) => (event as { user_key: string }).user_key);
    expect(stored.toSorted()).toEqual([...digits, '9007199254740995']);
  });

  it('are as many monthly users of a usage, one each', async () => {
    const usedBy = async (users: string) => {
      const body = JSON.stringify(toUsage({ users: '?' })).replace('"?"', users);
      const answer = await tellUsage(app.server, body, keys.datafileOfTwoUsers);
      expect(answer.status).toBe(202);
      return (answer.body as { monthly_active_users: { used: number } }).monthly_active_users.used;
    };
    expect(await usedBy(`[${ids.map((id) => `{"id":${id}}`).join(',')}]`)).toBe(4);
    expect(await usedBy(`[${digits.map((id) => `{"id":"${id}"}`).join(',')}]`)).toBe(4);
  });
});
