import { diff } from '@bunting/history';
import { describe, expect, it } from '@jest/globals';
import type { RecordedChange } from '@bunting/changes';
import { routes } from '../../src/app.ts';
import { isRecorded } from '../../src/framework/comment.ts';
import { hasDryRun } from '../../src/framework/dry-run.ts';
import type { Route } from '../../src/framework/route.ts';
import { takesIfMatch } from '../../src/openapi/operation.ts';
import { linesOf } from '../client.ts';
import { createWriter } from './make-write.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

/** Routes other than GET that make no recorded change. Add a route here only with a reason. */
const recordsNothing = `
POST   /session                                    signs in
DELETE /session                                    signs out
POST   /accounts                                   an account belongs to no organisation yet
DELETE /account/sessions                           signs out
DELETE /account/sessions/{id}                      signs out
POST   /organisations/{org}/webhook-endpoints/{id}/test   the delivery reports it
POST   /organisations/{org}/audit-log/{id}/comments   a thread is no change
PATCH  /organisations/{org}/audit-log/{id}/comments/{comment}   a thread is no change
DELETE /organisations/{org}/audit-log/{id}/comments/{comment}   a thread is no change
POST   /organisations/{org}/projects/{project}/environments/{env}/explain   reads
POST   /organisations/{org}/projects/{project}/environments/{env}/preview   reads
POST   /organisations/{org}/projects/{project}/features/{feature}/merge   reads
POST   /organisations/{org}/projects/{project}/segments/{segment}/merge   reads
POST   /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/merge   reads`;

const app = useApp({
  document: organisations,
  createOrganisations: 'anyone',
  webhookTargets: { resolve: async () => ['93.184.216.34'], allowInsecure: false },
});
const writer = createWriter(app);
const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;
const matchedRoutes = new Set(routes.filter(takesIfMatch).map(nameOf));
const dryRoutes = new Set(routes.filter(hasDryRun).map(nameOf));

/** Reads the traces of a change: records, versions of environments, messages to webhooks. */
async function readStored(): Promise<Record<string, unknown>> {
  const { rows } = await app.pool.query<Record<string, unknown>>(
    `SELECT (SELECT count(*) FROM audit_record) AS records, (SELECT count(*) FROM webhook_delivery) AS deliveries,
       (SELECT sum(version) FROM environment) AS versions, (SELECT count(*) FROM environment) AS environments,
       (SELECT string_agg(md5(document::text), '' ORDER BY environment_id, kind, entity_id) FROM datafile_fragment) AS documents,
       (SELECT string_agg(md5(feature::text), '' ORDER BY id) FROM feature) AS features`,
  );
  return rows[0]!;
}

interface WrittenRecord extends RecordedChange {
  readonly change_id: string;
  readonly comment: string | null;
}

async function readRecords(): Promise<WrittenRecord[]> {
  const { rows } = await app.pool.query<WrittenRecord>(
    'SELECT action, subject, before, after, change_id, comment FROM audit_record ORDER BY id',
  );
  return rows;
}

describe('every route that makes a change', () => {
  it('is in the table, and all others but GET are in the list of those that make none', () => {
    const others = routes.filter(({ method }) => method !== 'GET');
    const namesOf = (some: readonly Route[]) => some.map(nameOf).toSorted();
    expect(namesOf(others.filter(isRecorded))).toEqual(Object.keys(writer.writes).toSorted());
    const listed = recordsNothing
      .trim()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2).join(' '));
    expect(namesOf(others.filter((route) => !isRecorded(route)))).toEqual(listed.toSorted());
  });

  it('has a dry run if it changes a definition or what is served', () => {
    const nouns = ['features', 'segments', 'environments'];
    const changing = routes.filter(
      ({ method, path, recordsNothing: isListed = false }) =>
        ['PUT', 'PATCH', 'DELETE'].includes(method) &&
        !isListed &&
        nouns.some((noun) => path.includes(`/projects/{project}/${noun}/`)),
    );
    // Keys, names and protection of environments change nothing that is served.
    const others = changing.map(nameOf).filter((name) => !dryRoutes.has(name));
    expect(others.map((name) => name.replace(/.*\{project\}/, ''))).toEqual([
      '/environments/{env}',
      '/environments/{env}/api-keys/{id}',
      '/environments/{env}/api-keys/{id}',
    ]);
  });

  it.each(Object.entries(writer.writes))(
    '%s compares If-Match where it says so, records the comment, answers the id of the change, and its dry run shows the change before',
    async (name, write) => {
      await write.before?.();
      if (matchedRoutes.has(name)) {
        expect((await writer.ask(name, '', { 'If-Match': '"stale"' })).status).toBe(412);
      }
      const expected = dryRoutes.has(name) ? await linesOfDryRun(name) : undefined;
      const before = (await readRecords()).length;
      const answer = await writer.ask(name, 'comment=Why%3F%20%F0%9F%8E%8C');
      expect({ status: answer.status < 300 || answer.text }).toEqual({ status: true });
      writer.keep(name, answer.body);
      const written = (await readRecords()).slice(before);
      expect(written.length).toBeGreaterThan(0);
      const changeId = answer.headers['change-id'] as string;
      expect(changeId).toMatch(/^[0-9a-f-]{36}$/);
      const why = written.map(({ change_id: id, comment }) => ({ id, comment }));
      expect(why).toEqual(written.map(() => ({ id: changeId, comment: 'Why? 🎌' })));
      if (expected === undefined) return;
      const recorded = diff(written).map(({ text }) => text);
      // Deleting a resource records its parts, but without lines.
      if (name.startsWith('DELETE')) expect(recorded).toEqual(expect.arrayContaining(expected));
      else expect(expected).toEqual(recorded);
    },
  );
});

/** Asks for a dry run, which leaves nothing. */
async function linesOfDryRun(name: string): Promise<string[]> {
  const before = await readStored();
  const dry = await writer.ask(name, 'dry_run=true&comment=Why');
  expect(dry).toMatchObject({ status: 200, body: { dry_run: true, touches: expect.anything() } });
  expect(dry.headers).not.toHaveProperty('change-id');
  // The ETag of many overrides is that of their pins.
  if (!name.endsWith('/overrides')) expect(dry.headers).not.toHaveProperty('etag');
  expect(await readStored()).toEqual(before);
  const lines = linesOf(dry);
  expect(lines.length).toBeGreaterThan(0);
  return lines;
}
