import type { ProjectState } from '@bunting/changes';
import type { EnvironmentState } from '@bunting/changes/environments';
import type { OrganisationState, Role } from '@bunting/changes/organisations';
import type { Problem } from '@bunting/definitions/checks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { Action } from './access/authorisation.ts';
import type { Caller, SignedIn } from './access/caller.ts';
import type { Answer } from './answer.ts';
import type { Changed, Changing } from './change.ts';
import type { BaseDependencies } from './dependencies.ts';

/**
 * A route of the management API, declared once: Express serves it, the authorisation tests visit it, and the OpenAPI document is
 * generated from it. `Needs` are the dependencies that its handler names.
 */
export type Route<Needs = never> = ReadRoute<Needs> | ChangeRoute<Needs>;

/** Every route: those of the table, and those beside it. */
export type AnyRoute<Needs = never> = Route<Needs> | OwnRoute<Needs>;

interface Declaration {
  readonly method: Method;
  /** Below `/settings/v1`, parameters in braces: `/organisations/{org}/projects/{project}`. */
  readonly path: string;
  /** The action that the caller's role must allow in the organisation of the path. */
  readonly action: Action | OtherAccess;
  /** Organisation tokens are refused, although their role allows it. */
  readonly isForPeople?: boolean;
  /** One line in the imperative, for the OpenAPI document: `List the features of a project`. */
  readonly summary: string;
  readonly description?: string;
  readonly query?: TSchema;
  readonly body?: TSchema;
  /**
   * The handler is called although the shape of the body is wrong, with what is wrong in `problems`. It adds the problems that it
   * finds in the other parts and refuses them all at once. For other routes `problems` is empty.
   */
  readonly validatesItself?: boolean;
  /** The member of the body that has a user, or users: numbers there keep their digits (`parseWithDigits`). Elsewhere a number that a double rounds is refused. */
  readonly usersIn?: 'user' | 'users';
  /** The route may be called a limited number of times, then answers 429 (attempt-limits.ts). Staff routes all are limited. */
  readonly limitsAttempts?: boolean;
  /**
   * It takes much processor time: one request of an organisation runs at a time, and a few in all (expensive-work.ts). Others wait, and
   * get 429 or 503 where too many do.
   */
  readonly isExpensive?: boolean;
  /** Status of success; absent = 200, or 204 where there is no `answer`. */
  readonly status: 200 | 201 | 204 | 303;
  /** The body of success. */
  readonly answer?: TSchema;
  /** The answer has an ETag: a hash of its body, or one that the handler sets. */
  readonly hasETag?: true | 'set by the handler';
  /**
   * `If-Match` is compared. Absent: it is where something is deleted or an answer with an ETag is written. Keys, tokens, members, sessions and
   * repositories have no ETag.
   */
  readonly comparesIfMatch?: boolean;
  /** A change request may propose this change (ADR 87). */
  readonly isProposable?: boolean;
  /** The answer shows a secret that was made for it: a key, a token, a link. It is not compressed. */
  readonly answersSecret?: boolean;
  /** The parts of the operation in the OpenAPI document that differ from what the declaration says. */
  readonly openapi?: OpenApiFragment;
}

/** A request body, or the answers of a status, as OpenAPI writes them: `content` by media type. */
export interface OpenApiFragment {
  readonly requestBody?: Readonly<Record<string, TSchema>>;
  readonly answer?: Readonly<Record<string, TSchema>>;
  /** The route answers 429 for another reason than attempts or expensive work. */
  readonly limitsShares?: boolean;
}

/** A route that changes nothing: `GET`, or a question whose parameters need a body. */
export interface ReadRoute<Needs = never> extends Declaration {
  readonly kind: 'read';
  readonly handle: (request: AnyRequest, dependencies: Needs) => Promise<Answer<unknown>>;
}

/**
 * A route that makes one change (change.ts). It takes `?comment=`, `?dry_run=true` and answers `Change-Id`; the framework confirms the
 * caller's access inside the transaction.
 */
export interface ChangeRoute<Needs = never> extends Declaration {
  readonly kind: 'change';
  /** The change has no audit record: it takes no comment and answers no `Change-Id`. */
  readonly recordsNothing?: boolean;
  /** The answer has the differences, also where it is no dry run. `answer` declares only its other members. */
  readonly answersChanges?: boolean;
  /** The members of the answer to a dry run besides the differences. */
  readonly dryRunAnswer?: TSchema;
  readonly handle: (request: AnyRequest, dependencies: Needs & Changing) => Promise<Changed<unknown>>;
}

/** A route unlike all others, which stands beside the table: it reads its body or writes its answer itself, or opens and ends sessions. */
export interface OwnRoute<Needs = never> extends Declaration {
  readonly kind: 'own';
  /** It makes a change, and so takes and answers what a change route does. */
  readonly makesChange?: boolean;
  /** Handles a proposed request, whose body is in `body`. Where it is absent, the change cannot be proposed. */
  readonly handleProposed?: (
    request: AnyRequest,
    dependencies: Needs & Changing,
  ) => Promise<Changed<unknown>>;
  /** Resolves with undefined if it has written the answer itself. */
  readonly handle: (
    request: AnyRequest & { readonly res: ServerResponse },
    dependencies: Needs & Changing,
  ) => Promise<Answer<unknown> | Changed<unknown> | undefined>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The callers of a route outside of organisations: anyone, anybody signed in, a session or token, staff. */
export type OtherAccess = 'anyone' | 'signed-in' | 'caller' | 'staff';

/** The request that a handler gets: everything that the path names has been found, the query and the body have their shapes. */
export type RouteRequest<Path extends string, Access, Query, Body> = {
  readonly params: Readonly<Record<ParametersOf<Path>, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly problems: readonly Problem[];
  /** `If-Match` of the request, for `requireMatch`. */
  readonly ifMatch: string | undefined;
  readonly req: IncomingMessage;
} & CallerOf<Access> &
  ScopeOf<ParametersOf<Path>>;

type CallerOf<Access> = Access extends 'anyone' | 'staff'
  ? unknown
  : { readonly caller: Access extends 'signed-in' ? SignedIn : Caller };

type ScopeOf<Parameter> = ('org' extends Parameter
  ? { organisation: OrganisationState; role: Role }
  : unknown) &
  ('project' extends Parameter ? { project: ProjectState } : unknown) &
  ('env' extends Parameter ? { environment: EnvironmentState } : unknown) &
  ('feature' extends Parameter ? { featureId: string } : unknown);

type ParametersOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParametersOf<Rest>
  : never;

export interface AnyRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly problems: readonly Problem[];
  readonly ifMatch: string | undefined;
  readonly req: IncomingMessage;
}

type ValueOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;
/** A handler without a body to answer returns nothing. */
type BodyOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined | void;

/** A declaration as it is written: with defaults, and with the types that the request follows from. */
type Declared<Kind, Path, Access, Query, Body, Result, Omitted extends string> = Omit<
  Kind,
  'kind' | 'path' | 'action' | 'query' | 'body' | 'answer' | 'status' | 'handle' | Omitted
> & {
  readonly path: Path;
  readonly action?: Access;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer?: Result;
  readonly status?: Declaration['status'];
};

/** Declares a route that changes nothing. `method` is `GET` and `action` is `read` unless it says otherwise. */
export function readRoute<
  const Path extends string,
  const Access extends Action | OtherAccess = 'read',
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Result extends TSchema | undefined = undefined,
  Needs extends object = BaseDependencies,
>(
  declared: Declared<ReadRoute, Path, Access, Query, Body, Result, 'method'> & {
    readonly method?: Method;
    readonly handle: (
      request: RouteRequest<Path, Access, ValueOf<Query>, ValueOf<Body>>,
      dependencies: Needs,
    ) => Promise<Answer<ValueOf<Result>>>;
  },
): ReadRoute<Needs> {
  // serveRoutes builds the request from this same declaration, so that it has what the types say.
  const route = declared as unknown as WithoutDefaults<ReadRoute<Needs>>;
  const { method = 'GET', action = 'read' } = declared;
  return { kind: 'read', status: statusOf(route), ...route, method, action };
}

/** Declares a route that makes a change. */
export function changeRoute<
  const Path extends string,
  const Access extends Action | OtherAccess,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Result extends TSchema | undefined = undefined,
  Needs extends object = BaseDependencies & Changing,
>(
  declared: Declared<ChangeRoute, Path, Access, Query, Body, Result, never> & {
    readonly action: Access;
    readonly handle: (
      request: RouteRequest<Path, Access, ValueOf<Query>, ValueOf<Body>>,
      dependencies: Needs,
    ) => Promise<Changed<BodyOf<Result>>>;
  },
): ChangeRoute<Omit<Needs, keyof Changing>> {
  const route = declared as unknown as WithoutDefaults<ChangeRoute<Omit<Needs, keyof Changing>>>;
  return { kind: 'change', status: statusOf(route), ...route };
}

/** Declares a route unlike all others. */
export function ownRoute<
  const Path extends string,
  const Access extends Action | OtherAccess,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Result extends TSchema | undefined = undefined,
  Needs extends object = BaseDependencies & Changing,
>(
  declared: Declared<OwnRoute, Path, Access, Query, Body, Result, never> & {
    readonly action: Access;
    readonly handle: (
      request: RouteRequest<Path, Access, ValueOf<Query>, ValueOf<Body>> & { readonly res: ServerResponse },
      dependencies: Needs,
    ) => Promise<Answer<BodyOf<Result>> | Changed<BodyOf<Result>> | undefined>;
  },
): OwnRoute<Omit<Needs, keyof Changing>> {
  const route = declared as unknown as WithoutDefaults<OwnRoute<Omit<Needs, keyof Changing>>>;
  return { kind: 'own', status: statusOf(route), ...route };
}

/** A declaration with its types forgotten; only `kind` and `status` are missing. */
type WithoutDefaults<Kind> = Omit<Kind, 'kind' | 'status'>;

function statusOf({ answer }: { readonly answer?: TSchema }): Declaration['status'] {
  return answer === undefined ? 204 : 200;
}
