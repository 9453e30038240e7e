import { defaultAdvice } from '@bunting/definitions';
import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createCalls, type Answered } from '../client.ts';
import { acmeToken, organisations, otherToken } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });

const projects = '/settings/v1/organisations/acme/projects';
const as = (token: string) => ({ Authorization: `Bearer ${token}` });

function pathsOf(body: unknown): string[] {
  return (body as { details: { path: string }[] }).details.map(({ path }) => path).toSorted();
}

describe('projects', () => {
  it('are listed page by page, by slug', async () => {
    for (const slug of ['blog', 'admin']) {
      await request(app.server).post(projects).set(as(acmeToken)).send({ slug }).expect(201);
    }
    const first = await request(app.server).get(`${projects}?limit=2`).set(as(acmeToken)).expect(200);
    expect(first.body).toMatchObject({ items: [{ slug: 'admin' }, { slug: 'blog' }] });
    const second = await request(app.server)
      .get(`${projects}?limit=2&cursor=${(first.body as { next_cursor: string }).next_cursor}`)
      .set(as(acmeToken));
    expect(second.body).toEqual({
      items: [
        {
          slug: 'web',
          name: 'Web',
          client_by_default: false,
          naming: null,
          advice: defaultAdvice,
          feature_count: 1,
          environments: [
            { slug: 'production', name: 'Production', protected: true },
            { slug: 'staging', name: 'Staging', protected: false },
          ],
        },
      ],
      next_cursor: null,
    });
  });

  it('of another organisation are 404', async () => {
    const answer = await request(app.server).get(projects).set(as(otherToken));
    expect(answer).toMatchObject({
      status: 404,
      body: { error: 'There is no organisation "acme".', code: 'not_found' },
    });
  });

  it('list every problem of a body', async () => {
    const body = { slug: '-', colour: 'red' };
    const answer = await request(app.server).post(projects).set(as(acmeToken)).send(body).expect(400);
    expect(pathsOf(answer.body)).toEqual(['colour', 'slug']);
  });

  it('list every problem of a query', async () => {
    const answer = await request(app.server).get(`${projects}?limit=0&colour=red`).set(as(acmeToken));
    expect(answer.status).toBe(400);
    expect(pathsOf(answer.body)).toEqual(['query.colour', 'query.limit']);
  });

  it('need a slug of their own', async () => {
    const answer = await request(app.server).post(projects).set(as(acmeToken)).send({ slug: 'WEB' });
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'A project "web" already exists.', code: 'taken' },
    });
  });

  it('are changed with If-Match only if nobody else changed them', async () => {
    const { headers } = await request(app.server).get(`${projects}/web`).set(as(acmeToken)).expect(200);
    const rename = (name: string) =>
      request(app.server)
        .patch(`${projects}/web`)
        .set(as(acmeToken))
        .set('If-Match', headers['etag'] as string)
        .send({ name });
    expect((await rename('The web')).status).toBe(200);
    expect((await rename('Our web')).status).toBe(412);
  });

  it('say whether their new variables are for client keys, which changes none that is there', async () => {
    const created = await request(app.server)
      .post(projects)
      .set(as(acmeToken))
      .send({ slug: 'public', client_by_default: true });
    expect(created).toMatchObject({ status: 201, body: { name: 'public', client_by_default: true } });
    const site = createCalls(app, as(acmeToken), 'public');
    const clientOf = async (slug: string) => {
      const { body } = await site.post('/features', { slug, variables: [{ slug, type: 'string' }] });
      return body.variables[0].client as boolean;
    };
    expect(await clientOf('a')).toBe(true);
    const changed = await site.patch('', { client_by_default: false });
    expect(changed).toMatchObject({ status: 200, body: { name: 'public', client_by_default: false } });
    expect(await clientOf('b')).toBe(false);
    expect((await site.get('/features/a')).body.variables).toMatchObject([{ client: true }]);
    expect((await site.patch('', { name: 'Site' })).body).toEqual({
      slug: 'public',
      name: 'Site',
      client_by_default: false,
      naming: null,
      advice: defaultAdvice,
    });
    expect(pathsOf((await site.patch('', { client_by_default: 'yes' })).body)).toEqual(['client_by_default']);
    const { rows } = await app.pool.query<{ before: unknown; after: unknown }>(
      `SELECT before, after FROM audit_record WHERE action = 'project.updated' AND subject = 'public' ORDER BY id`,
    );
    expect(rows[0]).toMatchObject({
      before: { client_by_default: true },
      after: { client_by_default: false },
    });
  });

  it('may be deleted with everything in them', async () => {
    await request(app.server).post(projects).set(as(acmeToken)).send({ slug: 'passing' }).expect(201);
    const passing = createCalls(app, as(acmeToken), 'passing');
    expect((await passing.post('/features', { slug: 'f' })).status).toBe(201);
    expect((await passing.delete('')).status).toBe(204);
    expect((await passing.get('')).status).toBe(404);
    expect((await passing.get('/features')).status).toBe(404);
  });

  it('are for admins to change, and for every member to see', async () => {
    const member = await signIn(app, 'member@acme.example');
    const web = createCalls(app, member);
    expect((await web.get('')).status).toBe(200);
    expect((await web.patch('', { name: 'Theirs' })).status).toBe(403);
    expect((await web.delete('')).status).toBe(403);
    const created = await request(app.server).post(projects).set(member).send({ slug: 'theirs' });
    expect(created.status).toBe(403);
  });

  it('answer 405 with the allowed methods', async () => {
    const answer = await request(app.server).put(`${projects}/web`).set(as(acmeToken));
    expect({ status: answer.status, allow: answer.headers['allow'] }).toEqual({
      status: 405,
      allow: 'GET, PATCH, DELETE, HEAD',
    });
  });
});

describe('the setting advice of a project', () => {
  const calls = createCalls(app);
  const pathsOfAnswer = async (answer: Promise<Answered>) => pathsOf((await answer).body).toSorted();

  it('has defaults, and is replaced as a whole', async () => {
    expect((await calls.get('')).body.advice).toEqual(defaultAdvice);
    const given = { unused_days: 90, lifetime_days: { operational: 365 }, environments: ['Staging'] };
    const expected = {
      ...defaultAdvice,
      unused_days: 90,
      lifetime_days: { ...defaultAdvice.lifetime_days, operational: 365 },
      environments: ['staging'],
    };
    const changed = await calls.patch('', { advice: given });
    expect(changed).toMatchObject({ status: 200, body: { advice: expected } });
    expect((await calls.patch('', { name: 'Web' })).body.advice).toEqual(expected);
    expect((await calls.get('/export')).body.advice).toEqual(expected);

    expect((await calls.patch('', { advice: {} })).body.advice).toEqual(defaultAdvice);
    expect((await calls.get('/export')).body.advice).toBeNull();
  });

  it('is imported, and left as it is by a document that does not have it', async () => {
    const importing = (advice: object) => calls.post('/import', { slug: 'web', ...advice });
    expect((await importing({ advice: { constant_days: 21 } })).status).toBe(200);
    expect((await importing({})).status).toBe(200);
    expect((await calls.get('')).body.advice).toEqual({ ...defaultAdvice, constant_days: 21 });
    expect((await importing({ advice: null })).status).toBe(200);
    expect((await calls.get('')).body.advice).toEqual(defaultAdvice);
    const problems = await pathsOfAnswer(importing({ advice: { environments: ['production', 'nowhere'] } }));
    expect(problems).toEqual(['advice.environments[1]']);
  });

  it('is refused with every problem, and for environments that are not there', async () => {
    const advice = {
      unused_days: 0,
      constant_days: 1.5,
      lifetime_days: { release: 4000, big: 1 },
      colour: 1,
    };
    expect(await pathsOfAnswer(calls.patch('', { advice }))).toEqual([
      'advice.colour',
      'advice.constant_days',
      'advice.lifetime_days.big',
      'advice.lifetime_days.release',
      'advice.unused_days',
    ]);
    const environments = ['staging', 'nowhere'];
    expect(await pathsOfAnswer(calls.patch('', { advice: { environments } }))).toEqual([
      'advice.environments[1]',
    ]);
  });

  it('is recorded', async () => {
    const { rows } = await app.pool.query<{ before: unknown; after: unknown }>(
      `SELECT before, after FROM audit_record WHERE action = 'project.updated' AND after->'advice'->>'unused_days' = '90'
       ORDER BY id LIMIT 1`,
    );
    expect(rows[0]).toMatchObject({ before: { advice: null }, after: { advice: { unused_days: 90 } } });
  });
});
