import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys, organisations } from './organisations.ts';
import { evaluateVariable, evaluateVariables } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => void (app = await startApp({ document: organisations })));
afterAll(() => app.stop());

const routes = [
  ['single', (key: string, body?: object | string) => evaluateVariable(app.server, 'untargeted', body, key)],
  [
    'batch',
    (key: string, body: object | string = { keys: ['untargeted'] }) =>
      evaluateVariables(app.server, body, key),
  ],
] as const;

describe.each(routes)('keys of each kind on the %s route (decisions §8.1)', (_, evaluate) => {
  it('a datafile key gets what a server key gets', async () => {
    const withoutTrace = async (key: string) =>
      (await evaluate(key)).text.replace(/"evaluation_trace".*/, '');
    expect((await evaluate(keys.datafile)).status).toBe(200);
    expect(await withoutTrace(keys.datafile)).toBe(await withoutTrace(keys.production));
  });

  it('a client key is refused, before the body is read', async () => {
    for (const body of [undefined, 'no JSON']) {
      const answer = await evaluate(keys.client, body);
      expect([answer.status, answer.text]).toEqual([
        403,
        '{"error":"A key of this kind may not do this.","code":"key_kind_insufficient"}',
      ]);
    }
  });
});
