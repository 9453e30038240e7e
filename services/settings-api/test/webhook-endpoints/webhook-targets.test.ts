import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { startDispatcher } from '../dispatcher.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

const names: Record<string, string[]> = {
  'hooks.example.com': ['93.184.216.34'],
  'inside.example.com': ['93.184.216.34', '10.0.0.7'],
};

interface Target {
  readonly name: string;
  readonly url: string;
  readonly resolvesTo?: string[];
}
const targets = new URL('../../../../contract/webhooks/targets.json', import.meta.url);
const { refused } = JSON.parse(readFileSync(targets, 'utf8')) as { refused: Target[] };

let app: RunningApp;
/** The addresses of every name; undefined = those of `names`. */
let resolvesTo: string[] | undefined;
beforeAll(async () => {
  const resolve = async (host: string) =>
    resolvesTo ?? names[host] ?? Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
  app = await startApp({ document: organisations, webhookTargets: { resolve, allowInsecure: false } });
});
afterAll(() => app.stop());

const path = '/settings/v1/organisations/acme/webhook-endpoints';
const token = { Authorization: `Bearer ${acmeToken}` };

describe('the address of a webhook endpoint', () => {
  it.each([
    ['http://hooks.example.com/', 'must start with https://'],
    ['https://127.0.0.1/', "has the address 127.0.0.1, which isn't public (loopback)"],
    ['https://0x7f000001/', "has the address 127.0.0.1, which isn't public (loopback)"],
    [
      'https://169.254.169.254/latest',
      "has the address 169.254.169.254, which isn't public (cloud metadata)",
    ],
    ['https://[::ffff:10.0.0.1]/', expect.stringMatching(/isn't public/)],
    ['https://localhost/', expect.stringMatching(/localhost/)],
    ['https://inside.example.com/', expect.stringMatching(/isn't public \(.*private/)],
    ['https://nowhere.example.com/', "can't be resolved (nowhere.example.com: the name does not exist)"],
  ])('is refused when it is saved: %s', async (url, reason) => {
    const made = await request(app.server)
      .post(path)
      .set(token)
      .send({ url, events: ['*'] })
      .expect(400);
    const [problem] = (made.body as { details: { path: string; message: string }[] }).details;
    expect([problem?.path, problem?.message]).toEqual(['url', reason]);
  });

  it('is checked again when it changes', async () => {
    const url = 'https://hooks.example.com/flags';
    const { body } = await request(app.server)
      .post(path)
      .set(token)
      .send({ url, events: ['*'] })
      .expect(201);
    const change = (changed: object) =>
      request(app.server).patch(`${path}/${body.id}`).set(token).send(changed);
    expect((await change({ url: 'https://inside.example.com/' })).status).toBe(400);
    expect((await change({ url: 'https://hooks.example.com/other' })).status).toBe(200);
  });

  it('that is private by the time of the test is refused by the dispatcher, which reveals nothing of its answer', async () => {
    const dispatcher = await startDispatcher(app, { WEBHOOK_ALLOW_INSECURE_TARGETS: 'false' });
    const url = 'https://hooks.example.com/flags';
    const { body } = await request(app.server)
      .post(path)
      .set(token)
      .send({ url, events: ['*'] })
      .expect(201);
    await app.pool.query(`UPDATE webhook_endpoint SET url = 'https://127.0.0.1/flags' WHERE id = $1`, [
      body.id,
    ]);
    const tested = await request(app.server).post(`${path}/${body.id}/test`).set(token).expect(200);
    expect(tested.body).toMatchObject({
      succeeded: false,
      response_status: null,
      response_body: null,
      error: "The URL has the address 127.0.0.1, which isn't public (loopback).",
    });
    await dispatcher.stop();
  });
});

describe('a target of the contract that is refused', () => {
  let endpoint: { readonly id: string; readonly url: string };
  beforeAll(async () => {
    const made = { url: 'https://hooks.example.com/before', events: ['*'] };
    endpoint = (await request(app.server).post(path).set(token).send(made).expect(201))
      .body as typeof endpoint;
  });

  it.each(refused)('$name: $url, when it is made and when it is changed', async ({ url, ...target }) => {
    ({ resolvesTo } = target);
    const changing = request(app.server).patch(`${path}/${endpoint.id}`).set(token).send({ url });
    const making = request(app.server)
      .post(path)
      .set(token)
      .send({ url, events: ['*'] });
    for (const answer of [await changing, await making]) {
      expect(answer).toMatchObject({ status: 400, body: { details: [{ path: 'url' }] } });
    }
    const kept = await request(app.server).get(`${path}/${endpoint.id}`).set(token).expect(200);
    expect(kept.body.url).toBe(endpoint.url);
  });
});
