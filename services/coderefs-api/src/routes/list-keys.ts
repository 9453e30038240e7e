import type { RequestHandler } from 'express';
import { answer, errors } from '@bunting/service';
import { authorise } from '../authorise.ts';
import type { Dependencies } from '../dependencies.ts';
import { isIncluded, readProjectSlug } from './query.ts';

/** Creates `GET /v1/code-references/keys` (contract §4.5). */
export function createListKeys(dependencies: Dependencies): RequestHandler {
  const { pool } = dependencies;
  return async function listKeys(req, res) {
    const organisation = await authorise(dependencies, req);
    const project = readProjectSlug(req.url);
    // The contract's answer has `keys` alone, so the keys of archived features are added only on request.
    const withArchived = isIncluded(req.url, 'archived_keys');
    const { rows } = await pool.query<{ keys: string; archived?: string }>(
      withArchived ? `${statement}, ${archivedKeys} ${ofProject}` : `${statement} ${ofProject}`,
      [organisation.id, project],
    );
    const [found] = rows;
    if (found === undefined) throw errors.projectUnknown(project);
    const { keys, archived } = found;
    answer(res, 200, withArchived ? `{"keys":${keys},"archived_keys":${archived}}` : `{"keys":${keys}}`);
  };
}

/** PostgreSQL writes the lists as JSON text. When a feature is deleted, its variables are deleted, too. */
const statement = `
  SELECT coalesce(
    (SELECT json_agg(slug ORDER BY slug COLLATE "C") FROM variable WHERE project_id = project.id AND deleted_at IS NULL),
    '[]'
  )::text AS keys`;
const archivedKeys = `
  coalesce(
    (SELECT json_agg(variable.slug ORDER BY variable.slug COLLATE "C")
     FROM feature JOIN variable ON variable.feature_id = feature.id
     WHERE feature.project_id = project.id AND feature.status = 'archived' AND variable.deleted_at IS NULL),
    '[]'
  )::text AS archived`;
const ofProject = `FROM project WHERE organisation_id = $1 AND slug = $2`;
