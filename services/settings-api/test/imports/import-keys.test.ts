import { expect, it } from '@jest/globals';
import request from 'supertest';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const projects = '/settings/v1/organisations/acme/projects';
const admin = { Authorization: `Bearer ${acmeToken}` };

it('an import leaves a key revoked that somebody revoked, and says so', async () => {
  await request(app.server).post(projects).set(admin).send({ slug: 'revoked' }).expect(201);
  const key = '7b0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
  const document = { environments: [{ slug: 'live', api_keys: [key] }] };
  const importAgain = () => request(app.server).post(`${projects}/revoked/import`).set(admin).send(document);
  expect((await importAgain()).body.warnings).toEqual([]);
  await app.pool.query(`UPDATE environment_key SET revoked_at = now() WHERE last_four = '4e5f'`);
  const again = await importAgain();
  expect([again.status, again.body.changes]).toEqual([200, []]);
  const message = 'was revoked: remove it, or set a new one';
  expect(again.body.warnings).toEqual([{ path: 'environments[0].api_keys[0]', message }]);
  const valid = `SELECT FROM environment_key WHERE last_four = '4e5f' AND revoked_at IS NULL`;
  expect((await app.pool.query(valid)).rows).toEqual([]);
});
