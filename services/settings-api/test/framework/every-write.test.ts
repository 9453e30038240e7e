import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RecordedChange } from '@bunting/changes';
import { diff } from '@bunting/history';
import { allRoutes } from '../../src/app.ts';
import { isRecorded, makesChange } from '../../src/framework/route-query.ts';
import type { AnyRoute } from '../../src/framework/route.ts';
import { takesIfMatch } from '../../src/openapi/operation.ts';
import { getLines } from '../client.ts';
import { createWriter } from './make-write.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { listenToAnnouncements, readStored, type Announcements } from './stored-state.ts';

/** The routes that are no GET and yet make no change. Add a route here only with a reason. */
const makesNoChange = `
POST   /session                                    signs in
DELETE /session                                    signs out
POST   /accounts                                   an account belongs to no organisation yet
DELETE /account/sessions                           signs out
DELETE /account/sessions/{id}                      signs out
POST   /organisations/{org}/webhook-endpoints/{id}/test   the delivery reports it
POST   /organisations/{org}/projects/{project}/environments/{env}/explain   reads
POST   /organisations/{org}/projects/{project}/environments/{env}/preview   reads
POST   /organisations/{org}/projects/{project}/features/{feature}/merge   reads
POST   /organisations/{org}/projects/{project}/segments/{segment}/merge   reads
POST   /organisations/{org}/projects/{project}/change-requests/{number}/preview   keeps what it found
POST   /organisations/{org}/projects/{project}/features/{feature}/environments/{env}/merge   reads`;

/** The changes without audit records: a thread is no change of what is served. */
const recordsNothing = [
  'DELETE /organisations/{org}/audit-log/{id}/comments/{comment}',
  'DELETE /organisations/{org}/projects/{project}/change-requests/{number}/comments/{comment}',
  'PATCH /organisations/{org}/audit-log/{id}/comments/{comment}',
  'PATCH /organisations/{org}/projects/{project}/change-requests/{number}/comments/{comment}',
  'POST /organisations/{org}/audit-log/{id}/comments',
  'POST /organisations/{org}/projects/{project}/change-requests/{number}/comments',
];

const app = useApp({
  document: organisations,
  createOrganisations: 'anyone',
  webhookTargets: { resolve: async () => ['93.184.216.34'], allowInsecure: false },
});
const writer = createWriter(app);
const nameOf = ({ method, path }: Pick<AnyRoute, 'method' | 'path'>) => `${method} ${path}`;
const namesOf = (some: readonly AnyRoute[]) => some.map(nameOf).toSorted();
const matchedRoutes = new Set(namesOf(allRoutes.filter(takesIfMatch)));
const recordedRoutes = new Set(namesOf(allRoutes.filter(isRecorded)));

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

let announcements: Announcements;
beforeAll(async () => {
  announcements = await listenToAnnouncements(app);
  await writer.signIn();
});
afterAll(() => announcements.close());

describe('every route that makes a change', () => {
  it('is in the table, and all others but GET are in the list of those that make none', () => {
    const others = allRoutes.filter(({ method }) => method !== 'GET');
    expect(namesOf(others.filter(makesChange))).toEqual(Object.keys(writer.writes).toSorted());
    const listed = makesNoChange
      .trim()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2).join(' '));
    expect(namesOf(others.filter((route) => !makesChange(route)))).toEqual(listed.toSorted());
  });

  it('has audit records, but for comments', () => {
    const changing = allRoutes.filter(makesChange);
    expect(namesOf(changing.filter((route) => !isRecorded(route)))).toEqual(recordsNothing);
  });
});

/** Replaces keys, because a dry run generates another one than the change itself. */
const withoutKey = (line: string) => line.replace(/^environment key …[\da-f]{4}:/, 'environment key:');

/** The lines that the dry run of a route has shown. */
const shown = new Map<string, readonly string[]>();

describe.each(Object.entries(writer.writes))('%s', (name, write) => {
  const why = recordedRoutes.has(name) ? '&comment=Why%3F%20%F0%9F%8E%8C' : '';

  it('with ?dry_run=true shows the change and writes nothing: no row, no record, no delivery, no announcement', async () => {
    await write.before?.();
    const before = await readStored(app);
    await announcements.read();
    const dry = await writer.ask(name, `dry_run=true${why}`);
    expect({ status: dry.status === 200 || dry.text }).toEqual({ status: true });
    expect(dry.body).toMatchObject({ dry_run: true, touches: expect.anything() });
    expect(dry.headers).not.toHaveProperty('change-id');
    expect(dry.headers).not.toHaveProperty('set-cookie');
    // The ETag of many overrides is that of their pins.
    if (!name.endsWith('/overrides')) expect(dry.headers).not.toHaveProperty('etag');
    expect(await readStored(app)).toEqual(before);
    expect(await announcements.read()).toEqual([]);
    shown.set(name, getLines(dry).map(withoutKey));
    if (recordedRoutes.has(name)) expect(getLines(dry).length).toBeGreaterThan(0);
  });

  it('compares If-Match where it says so, records the comment and answers the id of the change, as the dry run has shown it', async () => {
    if (matchedRoutes.has(name)) {
      expect((await writer.ask(name, '', { 'If-Match': '"stale"' })).status).toBe(412);
    }
    const before = (await readRecords()).length;
    const answer = await writer.ask(name, why.slice(1));
    expect({ status: answer.status < 300 || answer.text }).toEqual({ status: true });
    writer.keep(name, answer.body);
    const written = (await readRecords()).slice(before);
    const changeId = answer.headers['change-id'];
    if (!recordedRoutes.has(name)) {
      expect([written, changeId]).toEqual([[], undefined]);
      return;
    }
    expect(written.length).toBeGreaterThan(0);
    expect(changeId).toMatch(/^[0-9a-f-]{36}$/);
    const recorded = written.map(({ change_id: id, comment }) => ({ id, comment }));
    expect(recorded).toEqual(written.map(() => ({ id: changeId, comment: 'Why? 🎌' })));
    const lines = diff(written).map(({ text }) => withoutKey(text));
    // Deleting a resource records its parts, but without lines.
    if (name.startsWith('DELETE')) expect(lines).toEqual(expect.arrayContaining([...shown.get(name)!]));
    else expect(shown.get(name)).toEqual(lines);
  });
});
