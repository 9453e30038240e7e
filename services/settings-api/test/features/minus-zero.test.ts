import { beforeAll, expect, it } from '@jest/globals';
import request from 'supertest';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const project = '/settings/v1/organisations/acme/projects/zeros';
const feature = `${project}/features/pricing`;

/** Sends text, because JSON.stringify writes minus zero as zero. */
const send = (method: 'post' | 'put' | 'patch', path: string, body: string) => {
  const agent = request(app.server);
  return agent[method](path)
    .set({ Authorization: `Bearer ${acmeToken}`, 'Content-Type': 'application/json' })
    .send(body);
};

const rule = `{"any_of": [{"all_of": [{"property": "custom", "custom_key": "n", "operator": "eq", "values": [-0]}]}],
  "rollout": {"percentage": -0}, "serve": {"split": [{"variation": "none", "weight": -0}, {"variation": "ten", "weight": 100}]}}`;
const staged = `{"rollout": {"stages": [{"at": "2026-01-01", "percentage": -0}]}, "serve": {"variation": "ten"}}`;
const segment = `{"name": "New", "any_of": [{"all_of": [{"property": "custom", "custom_key": "n", "operator": "lt", "values": [-0]}]}]}`;
const values = `{"discount": -0, "terms": {"deep": [-0.0, {"er": -0e1}]}}`;

beforeAll(async () => {
  await send('post', '/settings/v1/organisations/acme/projects', '{"slug": "zeros"}').expect(201);
  await send('post', `${project}/environments`, '{"slug": "production"}').expect(201);
  await send('post', `${project}/segments`, segment.replace('{', '{"slug": "new", ')).expect(201);
  const variables = '[{"slug": "discount", "type": "number"}, {"slug": "terms", "type": "json"}]';
  const variations = `[{"slug": "none", "values": ${values}}, {"slug": "ten", "values": {"discount": 10, "terms": []}}]`;
  await send(
    'post',
    `${project}/features`,
    `{"slug": "pricing", "variables": ${variables}, "variations": ${variations}}`,
  ).expect(201);
});

async function state(): Promise<unknown> {
  const { rows } = await app.pool.query(
    `SELECT (SELECT count(*) FROM audit_record) AS records, sum(version) AS versions FROM environment`,
  );
  return rows;
}

it.each([
  ['a variation', 'patch', `${feature}/variations/none`, `{"values": ${values}}`],
  [
    'targeting',
    'put',
    `${feature}/environments/production/targeting`,
    `{"enabled": true, "rules": [${rule}, ${staged}]}`,
  ],
  ['a segment', 'put', `${project}/segments/new`, segment],
  [
    'an import',
    'post',
    `${project}/import`,
    `{"environments": [{"slug": "production"}], "features": [{"slug": "pricing", "variables": [{"slug": "discount", "type": "number"}, {"slug": "terms", "type": "json"}],
      "variations": [{"slug": "none", "values": ${values}}, {"slug": "ten", "values": {"discount": 10, "terms": []}}],
      "environments": {"production": {"targeting": {"rules": [${rule}, ${staged}]}}}}]}`,
  ],
] as const)('%s with minus zero changes nothing when it is sent again', async (_, method, path, body) => {
  const first = await send(method, path, body);
  expect([first.status, first.status === 200 ? '' : first.text]).toEqual([200, '']);
  const before = await state();
  expect((await send(method, path, body)).status).toBe(200);
  expect(await state()).toEqual(before);
});

it('a variable that is created with minus zero has zero, and a repeated import does not change it', async () => {
  const path = `${feature}/variables`;
  await send('post', path, '{"slug": "limit", "type": "number", "values": {"none": -0, "ten": 1}}').expect(
    201,
  );
  const before = await state();
  await send('patch', `${feature}/variations/none`, '{"values": {"limit": 0}}').expect(200);
  expect(await state()).toEqual(before);
});
