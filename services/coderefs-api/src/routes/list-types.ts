import type { RequestHandler } from 'express';
import { answer, errors } from '@bunting/service';
import { authoriseOnAnyPlan } from '../authorise.ts';
import type { Dependencies } from '../dependencies.ts';
import { readTypes } from '../types/read-types.ts';
import { isIncluded, readProjectSlug } from './query.ts';

/**
 * Creates `GET /v1/types` (decisions §8.6), for `bunting types`. `include=values` adds the present values of the variations; without it
 * they are neither read nor sent.
 */
export function createListTypes(dependencies: Dependencies): RequestHandler {
  const { pool, typesSemaphores, typesMemory, typesLimits } = dependencies;
  return async function listTypes(req, res) {
    const organisation = await authoriseOnAnyPlan(dependencies, req);
    const project = readProjectSlug(req.url);
    const withValues = isIncluded(req.url, 'values');
    const body = await typesSemaphores.run(organisation.id, () =>
      readTypes(pool, organisation.id, project, withValues, typesLimits),
    );
    if (body === undefined) throw errors.projectUnknown(project);
    // The answer stays in memory until the client has read it, or its connection ends.
    const account = typesMemory.open(organisation.id);
    account.allocate(body.length);
    res.once('close', () => account.close());
    if (res.destroyed) account.close();
    answer(res, 200, body);
  };
}
