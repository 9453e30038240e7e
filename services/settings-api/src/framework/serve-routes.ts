import type { DryRun } from '@bunting/changes';
import {
  createShapeCheck,
  maxProblems,
  ProblemsFound,
  storableProblems,
  type Problem,
} from '@bunting/definitions/checks';
import { errors, requestIdOf } from '@bunting/service';
import type { Express, Request, Response } from 'express';
import type { TSchema } from 'typebox';
import type { ServiceDependencies } from '../dependencies.ts';
import { authenticate, requireSession, requireStaff } from './access/authenticate.ts';
import { actionIn } from './access/authorisation.ts';
import {
  createAccessConfirmation,
  requirePermission,
  requireScope,
  type Access,
} from './access/require-access.ts';
import { findScope } from './access/scope.ts';
import { describeConcurrentChange, rememberETag } from '../audit-log/concurrent-change.ts';
import { queryOf } from './comment.ts';
import { answerDryRun, hasDryRun } from './dry-run.ts';
import { settingsErrors } from './errors.ts';
import { explainFailure } from './explain-failure.ts';
import { refuseCrossSite } from './http/cross-site.ts';
import { createQueryReader } from './http/query.ts';
import { readJsonBody, receiveDocument } from './http/request-body.ts';
import { sendAnswer } from './http/send-answer.ts';
import type { Answer, Route } from './route.ts';

/** Adds the routes to the application, with 405 for the other methods of their paths. */
export function serveRoutes(
  app: Express,
  prefix: string,
  routes: readonly Route[],
  dependencies: ServiceDependencies,
  maxBodyBytes: number,
): void {
  const patternOf = (path: string) => prefix + path.replaceAll(/\{(\w+)\}/g, ':$1');
  for (const route of routes) {
    app[lowerCase(route.method)](patternOf(route.path), createServer(route, dependencies, maxBodyBytes));
  }
  // After all routes: `POST …/features/bulk` has the form of `…/features/{feature}`, which takes other methods.
  for (const path of new Set(routes.map((route) => route.path))) {
    const methods = routes.filter((route) => route.path === path).map((route) => route.method);
    const allow = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    app.all(patternOf(path), () => {
      throw errors.methodNotAllowed(allow.join(', '));
    });
  }
}

function lowerCase(method: Route['method']) {
  return method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
}

/** The steps of every request, in the order in which they may refuse it. */
function createServer(route: Route, dependencies: ServiceDependencies, maxBodyBytes: number) {
  const readQuery = createQueryReader(queryOf(route));
  const refuse = createRefusal(route);
  const problemsOfBody = createCheck(route.body, refuse);
  const maxBytes = Math.min(maxBodyBytes, maxBytesOf(route));
  const readDryRun = createDryRunReader(route);
  const isExpensive = route.isExpensive === true;
  const serve = async (req: Request, res: Response): Promise<void> => {
    const params = req.params as Record<string, string>;
    // PostgreSQL cannot store U+0000, so that nothing has it in its name.
    if (Object.values(params).some((value) => value.includes('\0'))) throw errors.notFound;
    if (route.method !== 'GET') refuseCrossSite(req, dependencies);
    const access: Access = await findAccess(route, req, params, dependencies);
    const { query: given, problems: problemsOfQuery } = readQuery(req.url);
    refuse(problemsOfQuery);
    const { comment, ...parameters } = given as Commented;
    const { isDryRun, query } = readDryRun(parameters);
    const ifMatch = req.headers['if-match'];
    const log = dependencies.log.child({ requestId: requestIdOf(req) });
    const writeSemaphore = dependencies.writeSemaphores.of(params);
    const confirmAccess = createAccessConfirmation(access);
    const changes: { id?: string; dryRun?: DryRun } = {};
    const onCommitted = (changeId: string) => void (changes.id = changeId);
    const onDryRun = isDryRun ? (found: DryRun) => void (changes.dryRun = found) : undefined;
    const inTurn = isExpensive
      ? (work: () => Promise<Answer<unknown>>) => dependencies.expensiveWork.run(organisationIn(access), work)
      : (work: () => Promise<Answer<unknown>>) => work();
    const handle = async (body: unknown, problems: readonly Problem[]): Promise<Answer<unknown>> => {
      const request = { params, query, body, problems, ifMatch, req, ...access };
      const ofRequest = { log, writeSemaphore, confirmAccess, comment, onCommitted, onDryRun };
      const run = () => route.handle(request, { ...dependencies, ...ofRequest });
      const answer = await inTurn(run).catch(async (error) => {
        throw await describeConcurrentChange(error, dependencies, access, request);
      });
      if (isDryRun) return answerDryRun(changes.dryRun, answer.inDryRun);
      if (changes.id === undefined) return answer;
      return { ...answer, headers: { ...answer.headers, 'Change-Id': changes.id } };
    };
    if (route.bodyMayBeYaml === true) {
      const { importSemaphores, readImport } = dependencies;
      const receive = () => receiveDocument(req, maxBytes);
      const imported = await importSemaphores.run(
        organisationIn(access),
        receive,
        async ({ bytes, isYaml }) => handle(await readImport(bytes, isYaml), []),
      );
      await sendAnswer(route, req, res, imported);
      return;
    }
    const body = route.body === undefined ? undefined : await readJsonBody(route, req, maxBytes, refuse);
    const problems = problemsOfBody(body);
    if (route.validatesItself !== true) refuse(problems);
    const answered = await handle(body, problems);
    const sent = isDryRun ? ({ method: route.method, status: 200 } as const) : route;
    rememberETag(dependencies, access, params, await sendAnswer(sent, req, res, answered));
  };
  return (req: Request, res: Response): Promise<void> =>
    serve(req, res).catch((error: unknown) => {
      throw explainFailure(error);
    });
}

/** The id of the organisation that the path names. */
function organisationIn(access: Access): string {
  return (access as { organisation: { id: string } }).organisation.id;
}

interface Commented {
  readonly comment?: string;
}

/** Takes `dry_run` out of the query, where the framework answers it; other routes have a parameter of this name of their own. */
function createDryRunReader(route: Route) {
  const isAnswered = hasDryRun(route);
  return (parameters: Readonly<Record<string, unknown>>) => {
    if (!isAnswered) return { isDryRun: false, query: parameters };
    const { dry_run: isDryRun = false, ...query } = parameters;
    return { isDryRun: isDryRun === true, query };
  };
}

/** A long body would keep the event loop from other requests. Documents of imports are read in a thread of their own. */
function maxBytesOf({ action, bodyMayBeYaml }: Route): number {
  if (bodyMayBeYaml === true) return Number.POSITIVE_INFINITY;
  return action === 'anyone' ? 64 * 1024 : 1024 * 1024;
}

async function findAccess(
  route: Route,
  req: Request,
  params: Record<string, string>,
  dependencies: ServiceDependencies,
): Promise<Access> {
  const { action } = route;
  if (action === 'anyone') return {};
  if (action === 'staff') {
    if (dependencies.staffToken === undefined) throw errors.notFound;
    await requireStaff(req, dependencies.staffToken, dependencies);
    return {};
  }
  const caller =
    action === 'signed-in' ? await requireSession(req, dependencies) : await authenticate(req, dependencies);
  if (caller.kind === 'session') dependencies.sessionUses.record(caller.sessionId, dependencies.now());
  if (action === 'signed-in') return { caller };
  if (action === 'caller') return { caller };
  const scope = await findScope(dependencies.pool, caller, params);
  if (scope.memberId !== undefined) dependencies.memberUses.record(scope.memberId, dependencies.now());
  if (route.isForPeople === true && caller.kind === 'api_token') throw settingsErrors.notForTokens;
  requirePermission(scope.role, action, scope.environment);
  requireScope(caller, actionIn(action, scope.environment));
  return { caller, ...scope };
}

/** Finds what is wrong with the shape of a body. */
function createCheck(schema: TSchema | undefined, refuse: Refusal) {
  if (schema === undefined) return () => [];
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

type Refusal = (problems: readonly Problem[]) => void;

/** Limit for a route without authentication. Its bodies have a handful of members, so a long answer would be useless. */
const maxProblemsForAnyone = 20;

function createRefusal({ action }: Route): Refusal {
  const maxDetails = action === 'anyone' ? maxProblemsForAnyone : maxProblems;
  return (problems) => {
    if (problems.length > 0) throw settingsErrors.invalid(problems, maxDetails);
  };
}
