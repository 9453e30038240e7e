import { projectSchema, writeDocument, type ProjectInput } from '@bunting/bootstrap';
import { settingsErrors } from '../framework/errors.ts';
import { isYaml } from '../framework/http/request-body.ts';
import { readRoute } from '../framework/route.ts';
import { readWholeProject } from './queries.ts';

export const exportRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/export',
    isExpensive: true,
    summary: 'Export a project',
    description:
      'The part of the bootstrap document for this project, which you can import. Contains salts, but no keys. JSON, or YAML with `Accept: application/yaml`. Exports of equal projects are equal.',
    answer: projectSchema,
    openapi: { answer: { 'application/json': projectSchema, 'application/yaml': projectSchema } },
    hasETag: true,
    async handle({ project, req }, { pool }) {
      const body = (await readWholeProject(pool, project)) as unknown as ProjectInput;
      const wantsYaml = (req.headers.accept ?? '').split(',').some((type) => isYaml(type.trim()));
      const text = JSON.stringify(body, undefined, 2);
      if (!wantsYaml) return { body, text: `${text}\n`, headers: { Vary: 'Accept' } };
      if (JSON.stringify(body).length > maxJsonForYaml) throw settingsErrors.tooLargeForYaml;
      return {
        body,
        text: writeDocument(body),
        headers: { Vary: 'Accept', 'Content-Type': 'application/yaml' },
      };
    },
  }),
];

/** Writing YAML takes 0.7 s per megabyte of JSON, in which no other request is answered. */
const maxJsonForYaml = 1024 * 1024;
