import { createShapeCheck, storableProblems } from '@bunting/changes';
import type { Problem } from '@bunting/changes';
import { errors, requestIdOf } from '@bunting/http';
import type { Express, Request, Response } from 'express';
import type { TSchema } from 'typebox';
import { authenticate, requireSession, requireStaff } from './authenticate.ts';
import { refuseCrossSite } from './authentication/cross-site.ts';
import { requirePermission } from './require-permission.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { mostProblems, settingsErrors } from './errors.ts';
import { explainFailure } from './explain-failure.ts';
import { createQueryReader } from './query.ts';
import { readBodyOf } from './read-body-of.ts';
import type { Route } from './route.ts';
import { findScope } from './scope.ts';
import { sendAnswer } from './send-answer.ts';

/** Puts the routes into the application, with 405 for the other methods of their paths. */
export function serveRoutes(
  app: Express,
  prefix: string,
  routes: readonly Route[],
  dependencies: ServiceDependencies,
  maxBodyBytes: number,
): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const ofPath = routes.filter((route) => route.path === path);
    const pattern = prefix + path.replaceAll(/\{(\w+)\}/g, ':$1');
    const methods = ofPath.map((route) => route.method);
    for (const route of ofPath) {
      const serve = createServer(route, dependencies, maxBodyBytes);
      app[lowerCase(route.method)](pattern, serve);
    }
    const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    app.all(pattern, () => {
      throw errors.methodNotAllowed(allow.join(', '));
    });
  }
}

function lowerCase(method: Route['method']) {
  return method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
}

/** The steps of every request, in the order in which they may refuse it. */
function createServer(route: Route, dependencies: ServiceDependencies, maxBodyBytes: number) {
  const readQuery = createQueryReader(route.query);
  const most = route.judgesMisshapen === true ? Number.POSITIVE_INFINITY : mostProblems + 1;
  const problemsOfBody = createCheck(route.body, most);
  const maxBytes = Math.min(maxBodyBytes, mostBytesOf(route));
  const serve = async (req: Request, res: Response): Promise<void> => {
    const params = req.params as Record<string, string>;
    // PostgreSQL holds no U+0000, so nothing has it in its name.
    if (Object.values(params).some((value) => value.includes('\0'))) throw errors.notFound;
    if (route.method !== 'GET') refuseCrossSite(req, dependencies.publicUrl);
    const access = await findAccess(route, req, params, dependencies);
    const { query, problems: problemsOfQuery } = readQuery(req.url);
    refuse(problemsOfQuery);
    const body = route.body === undefined ? undefined : await readBodyOf(route, req, maxBytes);
    const problems = problemsOfBody(body);
    if (route.judgesMisshapen !== true) refuse(problems);
    const ifMatch = req.headers['if-match'];
    const request = { params, query, body, problems, ifMatch, req, ...access };
    // What is logged meanwhile bears the request's id.
    const log = dependencies.log.child({ requestId: requestIdOf(req) });
    const inTurn = dependencies.turns.of(params);
    sendAnswer(route, req, res, await route.handle(request, { ...dependencies, log, inTurn }));
  };
  return (req: Request, res: Response): Promise<void> =>
    serve(req, res).catch((error: unknown) => {
      throw explainFailure(error);
    });
}

/** What is wrong with a body may be as long as the body; nobody shall keep the service busy by being wrong. */
function mostBytesOf({ action, bodyMayBeYaml }: Route): number {
  if (bodyMayBeYaml === true) return Number.POSITIVE_INFINITY; // whole documents, from admins
  return action === 'anyone' ? 64 * 1024 : 1024 * 1024;
}

async function findAccess(
  route: Route,
  req: Request,
  params: Record<string, string>,
  dependencies: ServiceDependencies,
): Promise<object> {
  const { action } = route;
  if (action === 'anyone') return {};
  if (action === 'staff') {
    if (dependencies.staffToken === undefined) throw errors.notFound;
    requireStaff(req, dependencies.staffToken);
    return {};
  }
  if (action === 'signed-in') return { caller: await requireSession(req, dependencies) };
  const caller = await authenticate(req, dependencies);
  if (action === 'caller') return { caller };
  const scope = await findScope(dependencies.pool, caller, params);
  requirePermission(scope.role, action, scope.environment);
  return { caller, ...scope };
}

/** What is wrong with a body, as far as `most` problems. */
function createCheck(schema: TSchema | undefined, most: number) {
  if (schema === undefined) return () => [];
  const isRight = createShapeCheck(schema);
  return (value: unknown): readonly Problem[] => {
    // Nobody has to judge what could not even be walked through.
    refuse(storableProblems(value));
    return isRight.problems(value, '', most);
  };
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw settingsErrors.invalid(problems);
}
