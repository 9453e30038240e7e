import type { RequestHandler } from 'express';
import { answer, errors } from '@bunting/http';
import { authorise } from '../authorise.ts';
import type { Dependencies } from '../dependencies.ts';

/** `GET /v1/code-references/keys` (contract §4.5). */
export function createListKeys({ pool }: Dependencies): RequestHandler {
  return async function listKeys(req, res) {
    const organisation = await authorise(pool, req);
    const project = projectOf(req.url);
    const { rows } = await pool.query<{ keys: string }>(statement, [organisation.id, project]);
    const keys = rows[0]?.keys;
    if (keys === undefined) throw errors.projectUnknown;
    answer(res, 200, `{"keys":${keys}}`);
  };
}

function projectOf(url: string): string {
  const project = new URL(url, 'http://localhost').searchParams.get('project') ?? '';
  if (project.trim() === '') throw errors.snapshotFieldRequired('project');
  if (project.includes('\0')) throw errors.snapshotFieldInvalid('project', 'not contain NUL');
  return project.toLowerCase();
}

/** The list as JSON text, made where the slugs are. Slugs of variables of deleted features are deleted with them. */
const statement = `
  SELECT coalesce(
    (SELECT json_agg(slug ORDER BY slug COLLATE "C") FROM variable WHERE project_id = project.id AND deleted_at IS NULL),
    '[]'
  )::text AS keys
  FROM project WHERE organisation_id = $1 AND slug = $2`;
