import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys } from './organisations.ts';
import { eventOf, ingest } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.stop());

describe('keys of each kind (decisions §8.1)', () => {
  it('a datafile key sends events as a server key does', async () => {
    const answer = await ingest(app.server, [eventOf()], keys.datafile);
    expect([answer.status, answer.text]).toEqual([202, '{"accepted":1}']);
  });

  it('a client key is refused, before the body is read', async () => {
    for (const events of [[eventOf()], { body: 'no JSON' }]) {
      const answer = await ingest(app.server, events, keys.client);
      expect([answer.status, answer.text]).toEqual([
        403,
        '{"error":"A key of this kind may not do this.","code":"key_kind_insufficient"}',
      ]);
    }
  });
});
