/** Calls of `POST …/audit-log/{id}/revert`. */
import request from 'supertest';
import type { Answered } from '../client.ts';
import { acmeToken } from '../organisations.ts';
import type { RunningApp } from '../running-app.ts';

type App = Pick<RunningApp, 'server' | 'pool'>;

export interface RecordedRow {
  readonly id: string;
  readonly change_id: string | null;
  readonly action: string;
  readonly subject: string;
  readonly comment: string | null;
}

/** Reads the records, the last first. */
export async function readRecords({ pool }: App): Promise<RecordedRow[]> {
  const { rows } = await pool.query<RecordedRow>(
    'SELECT id, change_id, action, subject, comment FROM audit_record ORDER BY id DESC',
  );
  return rows;
}

/** Reverts the change of the last record with this action; without one, that of the last record. */
export async function revertLast(
  app: App,
  {
    action,
    body = {},
    query = '',
    caller = { Authorization: `Bearer ${acmeToken}` },
  }: {
    readonly action?: string;
    readonly body?: object;
    readonly query?: string;
    readonly caller?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answered> {
  const record = (await readRecords(app)).find((each) => action === undefined || each.action === action);
  if (record === undefined) throw new Error(`There is no record ${action ?? ''}.`);
  return revert(app, record.id, { body, query, caller });
}

export async function revert(
  { server }: App,
  id: string,
  {
    body = {},
    query = '',
    caller = { Authorization: `Bearer ${acmeToken}` },
  }: {
    readonly body?: object;
    readonly query?: string;
    readonly caller?: Readonly<Record<string, string>>;
  } = {},
): Promise<Answered> {
  const url = `/settings/v1/organisations/acme/audit-log/${id}/revert${query}`;
  const answer = await request(server).post(url).set(caller).send(body);
  return { status: answer.status, body: answer.body, etag: '' };
}

/** Returns the paths and messages of a refusal. */
export function getDetails({ body }: Answered): [string, string][] {
  return (body as { details: { path: string; message: string }[] }).details.map(({ path, message }) => [
    path,
    message,
  ]);
}

/** Returns the lines of a revert's changes. */
export function getLines({ body }: Answered): string[] {
  return (body as { changes: { text: string }[] }).changes.map(({ text }) => text);
}

/** Reads the fragments of a project without the members that say when they were written. */
export async function readFragments({ pool }: App, project = 'web'): Promise<object[]> {
  const { rows } = await pool.query<object>(
    `SELECT environment.slug AS environment, kind, entity_id, document
     FROM datafile_fragment JOIN environment ON environment.id = environment_id
     JOIN project ON project.id = project_id
     WHERE project.slug = $1 AND kind <> 'access' AND document IS NOT NULL
     ORDER BY environment.slug, kind, entity_id`,
    [project],
  );
  return rows;
}
