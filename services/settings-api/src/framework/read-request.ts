import type { IncomingMessage } from 'node:http';
import {
  createShapeCheck,
  maxProblems,
  ProblemsFound,
  storableProblems,
  type Problem,
} from '@bunting/definitions/checks';
import type { TSchema } from 'typebox';
import { settingsErrors } from './errors.ts';
import { createQueryReader } from './http/query.ts';
import { readJsonBody } from './http/request-body.ts';
import { getQuerySchema, readChangeQuery, type ChangeQuery } from './route-query.ts';
import type { AnyRoute } from './route.ts';

/** Throws 400 unless there are no problems. */
type RefuseProblems = (problems: readonly Problem[]) => void;

/** Limit for a route without authentication. Its bodies have a handful of members, so a long answer would be useless. */
const maxProblemsForAnyone = 20;

export function createProblemsRefusal({ action }: AnyRoute): RefuseProblems {
  const maxDetails = action === 'anyone' ? maxProblemsForAnyone : maxProblems;
  return (problems) => {
    if (problems.length > 0) throw settingsErrors.invalid(problems, maxDetails);
  };
}

/** Returns a function that reads the query of a URL and refuses what the route does not take. */
export function createRouteQueryReader(
  route: AnyRoute,
  refuse: RefuseProblems,
): (url: string) => ChangeQuery {
  const readQuery = createQueryReader(getQuerySchema(route));
  return (url) => {
    const { query, problems } = readQuery(url);
    refuse(problems);
    return readChangeQuery(route, query);
  };
}

export interface ReadBody {
  readonly body: unknown;
  /** The problems with its shape, where the handler adds its own and refuses both together. */
  readonly problems: readonly Problem[];
}

/** Returns a function that reads the body of a request, which is JSON. */
export function createBodyReader(
  route: AnyRoute,
  maxBodyBytes: number,
  refuse: RefuseProblems,
): (req: IncomingMessage) => Promise<ReadBody> {
  if (route.body === undefined) return async () => ({ body: undefined, problems: [] });
  const checkBody = createBodyCheck(route, refuse);
  // A long body would keep the event loop from other requests.
  const maxBytes = Math.min(maxBodyBytes, route.action === 'anyone' ? 64 * 1024 : 1024 * 1024);
  return async (req) => {
    return checkBody(await readJsonBody(route, req, maxBytes, refuse));
  };
}

/** Returns a function that checks the shape of a body that was read. */
export function createBodyCheck(
  { body: schema, validatesItself = false }: AnyRoute,
  refuse: RefuseProblems,
): (body: unknown) => ReadBody {
  if (schema === undefined) return () => ({ body: undefined, problems: [] });
  const findProblems = createCheck(schema, refuse);
  return (body) => {
    const problems = findProblems(body);
    if (!validatesItself) refuse(problems);
    return { body, problems };
  };
}

/** Returns a function that finds what is wrong with the shape of a body. */
function createCheck(schema: TSchema, refuse: RefuseProblems) {
  const checkShape = createShapeCheck(schema);
  return (value: unknown): readonly Problem[] => {
    // The shape is checked afterwards, because that visits every part of the body, however many there are.
    refuse(storableProblems(value));
    try {
      return checkShape.problems(value);
    } catch (error) {
      if (error instanceof ProblemsFound) refuse(error.problems);
      throw error;
    }
  };
}
