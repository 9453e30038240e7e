import { errors, getRequestId } from '@bunting/service';
import type { Express, Request, Response } from 'express';
import { findAccess } from './access/find-access.ts';
import type { Access } from './access/require-access.ts';
import { createChange, staff, type Changed } from './change.ts';
import type { BaseDependencies, FrameworkDependencies } from './dependencies.ts';
import { answerChanged, readDryRun } from './dry-run.ts';
import { explainFailure } from './explain-failure.ts';
import { refuseCrossSite } from './http/cross-site.ts';
import { sendAnswer } from './http/send-answer.ts';
import { createBodyReader, createProblemsRefusal, createRouteQueryReader } from './read-request.ts';
import type { Answer } from './answer.ts';
import type { AnyRequest, AnyRoute } from './route.ts';

/** The routes and all that they are served with. */
export interface Served<Needs> {
  readonly prefix: string;
  readonly routes: readonly AnyRoute<Needs>[];
  readonly dependencies: Needs;
  readonly maxBodyBytes: number;
  readonly concurrentChanges: ConcurrentChanges;
}

/** Knows who changed a document since it was read, for the answer 412. */
export interface ConcurrentChanges {
  /** Stores when an ETag was sent. Not awaited. */
  remember(dependencies: BaseDependencies, access: Access, params: Params, etag: string | undefined): void;
  /** Returns a 412 with the changes since the ETag of `If-Match`. Returns other errors unchanged. */
  describe(
    error: unknown,
    dependencies: BaseDependencies,
    access: Access,
    request: { readonly params: Params; readonly ifMatch: string | undefined },
  ): Promise<unknown>;
}

type Params = Readonly<Record<string, string>>;

/** Adds the routes to the application, with 405 for the other methods of their paths. */
export function serveRoutes<Needs extends FrameworkDependencies>(app: Express, served: Served<Needs>): void {
  const { prefix, routes } = served;
  const patternOf = (path: string) => prefix + path.replaceAll(/\{(\w+)\}/g, ':$1');
  for (const route of routes) {
    app[lowerCase(route.method)](patternOf(route.path), createServer(route, served));
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

function lowerCase(method: AnyRoute['method']) {
  return method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
}

/** Returns a function with the steps of every request, in the order in which they may refuse it. */
function createServer<Needs extends FrameworkDependencies>(
  route: AnyRoute<Needs>,
  { dependencies, maxBodyBytes, concurrentChanges }: Served<Needs>,
) {
  const refuse = createProblemsRefusal(route);
  const readQuery = createRouteQueryReader(route, refuse);
  const readBody = createBodyReader(route, maxBodyBytes, refuse);
  const serve = async (req: Request, res: Response): Promise<void> => {
    const params = req.params as Record<string, string>;
    // PostgreSQL cannot store U+0000, so that nothing has it in its name.
    if (Object.values(params).some((value) => value.includes('\0'))) throw errors.notFound;
    if (route.method !== 'GET') refuseCrossSite(req, dependencies);
    const access = await findAccess(route, req, params, dependencies);
    const { comment, isDryRun: dryRunOfQuery, query } = readQuery(req.url);
    const { body, problems } = await readBody(req);
    const isDryRun = readDryRun(route, dryRunOfQuery, body);
    const request = { params, query, body, problems, ifMatch: req.headers['if-match'], req, ...access };
    const ofRequest = { comment, isDryRun, log: dependencies.log.child({ requestId: getRequestId(req) }) };
    const handled = await inTurn(route, access, dependencies, () =>
      handle(route, { ...request, res }, { access, ...ofRequest }, dependencies),
    ).catch(async (error) => {
      throw await concurrentChanges.describe(error, dependencies, access, request);
    });
    if (handled === undefined) return;
    const answer = 'made' in handled ? await answerChanged(route, handled) : handled;
    const sent = isDryRun ? ({ method: route.method, status: 200 } as const) : route;
    const etag = await sendAnswer(sent, req, res, answer);
    concurrentChanges.remember(dependencies, access, params, etag);
  };
  return (req: Request, res: Response): Promise<void> =>
    serve(req, res).catch((error: unknown) => {
      throw explainFailure(error);
    });
}

interface OfRequest {
  readonly access: Access;
  readonly comment: string | undefined;
  readonly isDryRun: boolean;
  readonly log: FrameworkDependencies['log'];
}

/** Calls the handler with its dependencies and, unless it only reads, with `change`. */
async function handle<Needs extends FrameworkDependencies>(
  route: AnyRoute<Needs>,
  request: AnyRequest & { readonly res: Response },
  { access, log, comment, isDryRun }: OfRequest,
  dependencies: Needs,
): Promise<Answer<unknown> | Changed<unknown> | undefined> {
  const withLog = { ...dependencies, log };
  if (route.kind === 'read') return route.handle(request, withLog);
  const change = createChange(dependencies, {
    access,
    author: route.action === 'staff' ? staff : access.caller,
    params: request.params,
    comment,
    isDryRun,
    answersDryRun: route.kind === 'own' || route.answersChanges === true,
    log,
  });
  return route.handle(request, { ...withLog, change, isDryRun });
}

/** Runs the work at once, or when the organisation may do expensive work. */
function inTurn<Result>(
  { isExpensive = false }: AnyRoute,
  { organisation }: Access,
  { expensiveWork }: FrameworkDependencies,
  work: () => Promise<Result>,
): Promise<Result> {
  return isExpensive ? expensiveWork.run(organisation!.id, work) : work();
}
