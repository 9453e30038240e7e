import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { acmeToken, organisations, otherToken } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations });
});
afterAll(() => app.stop());

const projects = '/settings/v1/organisations/acme/projects';
const as = (token: string) => ({ Authorization: `Bearer ${token}` });

describe('projects', () => {
  it('are listed page by page, by slug', async () => {
    for (const slug of ['blog', 'admin']) {
      await request(app.server).post(projects).set(as(acmeToken)).send({ slug }).expect(201);
    }
    const first = await request(app.server).get(`${projects}?limit=2`).set(as(acmeToken)).expect(200);
    expect(first.body.items.map(({ slug }: { slug: string }) => slug)).toEqual(['admin', 'blog']);
    const second = await request(app.server)
      .get(`${projects}?limit=2&cursor=${first.body.next_cursor}`)
      .set(as(acmeToken));
    expect(second.body).toEqual({ items: [{ slug: 'web', name: 'Web' }], next_cursor: null });
  });

  it('of another organisation are not there', async () => {
    const answer = await request(app.server).get(projects).set(as(otherToken));
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 404,
      body: { error: 'There is no organisation "acme" here.', code: 'not_found' },
    });
  });

  it('tell every problem of a body', async () => {
    const answer = await request(app.server)
      .post(projects)
      .set(as(acmeToken))
      .send({ slug: '-', colour: 'red' });
    expect(answer.status).toBe(400);
    expect(answer.body.details.map(({ path }: { path: string }) => path).sort()).toEqual(['colour', 'slug']);
  });

  it('tell every problem of a query', async () => {
    const answer = await request(app.server).get(`${projects}?limit=0&colour=red`).set(as(acmeToken));
    expect(answer.status).toBe(400);
    expect(answer.body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
      'query.colour',
      'query.limit',
    ]);
  });

  it('are changed only when nobody was faster', async () => {
    const { headers } = await request(app.server).get(`${projects}/web`).set(as(acmeToken)).expect(200);
    const rename = (name: string) =>
      request(app.server)
        .patch(`${projects}/web`)
        .set(as(acmeToken))
        .set('If-Match', headers['etag'] as string)
        .send({ name });
    await rename('The web').expect(200);
    await rename('Our web').expect(412);
  });

  it('may be deleted', async () => {
    await request(app.server).post(projects).set(as(acmeToken)).send({ slug: 'passing' }).expect(201);
    await request(app.server).delete(`${projects}/passing`).set(as(acmeToken)).expect(204);
    await request(app.server).get(`${projects}/passing`).set(as(acmeToken)).expect(404);
  });

  it('answer 405 with what is allowed', async () => {
    const answer = await request(app.server).put(`${projects}/web`).set(as(acmeToken));
    expect({ status: answer.status, allow: answer.headers['allow'] }).toEqual({
      status: 405,
      allow: 'GET, PATCH, DELETE, HEAD',
    });
  });
});
