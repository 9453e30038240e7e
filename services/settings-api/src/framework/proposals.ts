import type { ChangeTransaction } from '@bunting/changes';
import type { OrganisationState, Role } from '@bunting/changes/organisations';
import type { Problem } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';
import { HttpError } from '@bunting/service';
import { isAtLeast } from './access/authorisation.ts';
import type { Caller } from './access/caller.ts';
import { requirePermission, requireScope } from './access/require-access.ts';
import { findScope } from './access/scope.ts';
import type { Change, Changing } from './change.ts';
import type { FrameworkDependencies } from './dependencies.ts';
import { settingsErrors } from './errors.ts';
import { explainFailure } from './explain-failure.ts';
import { createBodyCheck, createProblemsRefusal, createRouteQueryReader } from './read-request.ts';
import type { AnyRequest, AnyRoute, Method } from './route.ts';

/** A request that a change request proposes. Its path is below the project, without a slash at the beginning. */
export interface ProposedRequest {
  readonly method: Method;
  readonly path: string;
  readonly body?: JsonValue;
}

/** The caller who proposes, and the project. */
export interface Proposer {
  readonly caller: Caller;
  readonly role: Role;
  readonly organisation: OrganisationState;
  /** The slug of the project in the path. */
  readonly project: string;
  readonly req: AnyRequest['req'];
}

/** A proposed request whose shape and permission were checked. */
export interface CheckedProposal {
  /** The organisation must be locked before the project: the change may be one of environments. */
  readonly locksOrganisation: boolean;
  /** Makes the change in a transaction, which the caller rolls back. Throws what the route answers, with the position of the request. */
  readonly make: (transaction: ChangeTransaction) => Promise<void>;
}

/** Checks proposed requests. Throws what their routes answer: 400, 403. */
export type CheckProposals = (
  requests: readonly ProposedRequest[],
  proposer: Proposer,
) => readonly CheckedProposal[];

const projectPath = '/organisations/{org}/projects/{project}/';

/** Returns a function that checks proposed requests with the routes that are declared proposable (ADR 87). */
export function createProposals<Needs extends FrameworkDependencies>(
  routes: readonly AnyRoute<Needs>[],
  dependencies: Needs,
): CheckProposals {
  const proposable = routes
    .filter((route) => (route.kind === 'own' ? route.handleProposed !== undefined : route.isProposable))
    .map((route) => createProposable(route, dependencies));
  return (requests, proposer) =>
    requests.map((request, index) => {
      const position = `changes[${index}]`;
      const [path = '', query] = request.path.split('?', 2);
      for (const route of proposable) {
        const params = route.method === request.method ? route.match(path) : undefined;
        if (params === undefined) continue;
        return positioned(position, () =>
          route.check({ ...request, path: query ?? '' }, params, { proposer, position }),
        );
      }
      const message = `${request.method} ${request.path} is not a change that can be proposed`;
      throw settingsErrors.invalid([{ path: `${position}.path`, message }]);
    });
}

/** Returns a route that is ready to check requests; its schema is compiled when it is first needed. */
function createProposable<Needs extends FrameworkDependencies>(route: AnyRoute<Needs>, dependencies: Needs) {
  const handle = async (request: AnyRequest, needs: Needs & Changing) => {
    if (route.kind === 'change') await route.handle(request, needs);
    if (route.kind === 'own') await route.handleProposed?.(request, needs);
  };
  let compiled: ReturnType<typeof compile> | undefined;
  const compile = () => {
    const refuse = createProblemsRefusal(route);
    // A route that reads its body itself has no schema for it.
    const checkBody =
      route.kind === 'own'
        ? (body: unknown) => ({ body, problems: [] as readonly Problem[] })
        : createBodyCheck(route, refuse);
    return { readQuery: createRouteQueryReader(route, refuse), checkBody };
  };
  return {
    method: route.method,
    match: createMatcher(route.path.slice(projectPath.length)),
    check(
      { path: queryText, body: sent }: ProposedRequest,
      params: Readonly<Record<string, string>>,
      { proposer, position }: { proposer: Proposer; position: string },
    ): CheckedProposal {
      const { caller, role, organisation, project, req } = proposer;
      // Protection is not asked: that is what approvals are for.
      requirePermission(role, route.action as Parameters<typeof requirePermission>[1]);
      requireScope(caller, route.action as Parameters<typeof requireScope>[1]);
      compiled ??= compile();
      const { query, comment, isDryRun } = compiled.readQuery(`?${queryText}`);
      if (comment !== undefined || isDryRun !== undefined) {
        throw settingsErrors.invalid([
          { path: 'query', message: 'must have neither "comment" nor "dry_run"' },
        ]);
      }
      const { body, problems } = compiled.checkBody(sent);
      const named = { org: organisation.slug, project, ...params };
      return {
        locksOrganisation: route.action === 'manage-projects',
        make: (transaction) =>
          positioned(position, async () => {
            const scope = await findScope(transaction.client, caller, named);
            const request = {
              params: named,
              query,
              body,
              problems,
              ifMatch: undefined,
              req,
              caller,
              ...scope,
            };
            const withRights = { ...request, role: isAtLeast(role, 'admin') ? role : 'admin' };
            await handle(withRights, { ...dependencies, change: createInner(transaction), isDryRun: true });
          }),
      };
    },
  };
}

/** Creates a `change` that works inside a transaction that is already open, and leaves everything after the work to it. */
function createInner(transaction: ChangeTransaction): Change {
  return async (work) => {
    const result = await work(transaction, async () => {});
    const { recorded } = transaction;
    const made = {
      result,
      recorded,
      changeId: undefined,
      touches: undefined,
      approvalRequired: undefined,
      publications: [],
      deliveries: [],
    };
    return { made, answer: undefined };
  };
}

/** Returns a function that returns the parameters of a path that has the form of the pattern. */
function createMatcher(pattern: string): (path: string) => Readonly<Record<string, string>> | undefined {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
  const expression = new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
  return (path) => {
    const found = expression.exec(path);
    if (found === null) return undefined;
    try {
      const values = found.slice(1).map((value) => decodeURIComponent(value));
      if (values.some((value) => value.includes('\0'))) return undefined;
      return Object.fromEntries(names.map((name, index) => [name, values[index] as string]));
    } catch {
      return undefined;
    }
  };
}

/** Runs a step of a proposed request. Throws what it refuses with its position: `changes[0].body.enabled`. */
function positioned<Result>(position: string, step: () => Result): Result {
  const refuse = (error: unknown): never => {
    const explained = explainFailure(error);
    throw explained instanceof HttpError ? withPosition(explained, position) : explained;
  };
  try {
    const result = step();
    return result instanceof Promise ? (result.catch(refuse) as Result) : result;
  } catch (error) {
    return refuse(error);
  }
}

interface SentError {
  readonly error: string;
  readonly code?: string;
  readonly resource?: Problem['resource'];
  readonly details?: readonly Problem[];
}

function withPosition({ status, message, headers, text }: HttpError, position: string): HttpError {
  const { code, resource, details = [] } = JSON.parse(text) as SentError;
  const inRequest = details.map((detail) => ({
    ...detail,
    path: /^query\b/.test(detail.path)
      ? `${position}.${detail.path}`
      : joinPath(`${position}.body`, detail.path),
  }));
  const whole = { path: position, message, ...(code !== undefined && { code }) };
  return new HttpError(status, message, {
    headers,
    ...(code !== undefined && { code }),
    ...(resource && { resource }),
    details: inRequest.length > 0 ? inRequest : [whole],
  });
}

function joinPath(outer: string, path: string): string {
  if (path === '') return outer;
  return path.startsWith('[') ? `${outer}${path}` : `${outer}.${path}`;
}
