import type { ProjectState } from '@bunting/changes';
import type { EnvironmentState } from '@bunting/changes/environments';
import type { OrganisationState, Role } from '@bunting/changes/organisations';
import type { Problem } from '@bunting/definitions/checks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Static, TSchema } from 'typebox';
import type { Action } from './access/authorisation.ts';
import type { Caller, SignedIn } from './access/caller.ts';
import type { Dependencies } from '../dependencies.ts';

/**
 * A route of the settings interface, declared once: Express serves it, the authorisation tests visit it, and the OpenAPI document is
 * generated from it.
 */
export interface Route {
  readonly method: Method;
  /** Below `/settings/v1`, parameters in braces: `/organisations/{org}/projects/{project}`. */
  readonly path: string;
  /** What the caller's role must allow in the organisation of the path. */
  readonly action: Action | OtherAccess;
  /** Organisation tokens are refused, although their role allows it. */
  readonly isForPeople?: boolean;
  /** One line in the imperative, for the OpenAPI document: `List the features of a project`. */
  readonly summary: string;
  readonly description?: string;
  readonly query?: TSchema;
  /**
   * The route is no GET, and yet writes no audit record: it signs in, explains, comments. All others take the query parameter `comment`
   * and answer `Change-Id` (comment.ts).
   */
  readonly recordsNothing?: boolean;
  /** The route takes `?dry_run=true`, although its action does not say so (dry-run.ts). */
  readonly hasDryRun?: boolean;
  /** What a dry run answers besides the differences: `inDryRun` of what the handler answers. */
  readonly dryRunAnswer?: TSchema;
  readonly body?: TSchema;
  /**
   * The body is a document, which may be YAML if its Content-Type says so. Documents are read in a thread of their own, one of an
   * organisation at a time; the handler gets those that are valid.
   */
  readonly bodyMayBeYaml?: boolean;
  /**
   * The handler is called although the shape of the body is wrong, with what is wrong in `problems`. It adds the problems that it
   * finds in the other parts and refuses them all at once. For other routes `problems` is empty.
   */
  readonly validatesItself?: boolean;
  /** The member of the body that has a user, or users: numbers there keep their digits (`parseWithDigits`). Elsewhere a number that a double rounds is refused. */
  readonly usersIn?: 'user' | 'users';
  /** The route may be called a limited number of times, then answers 429 (attempt-limits.ts). Staff routes all are limited. */
  readonly limitsAttempts?: boolean;
  /** That it hashes a password, which waits in a queue, and is told 503 where that is full (password-queue.ts). */
  readonly hashesPassword?: boolean;
  /**
   * It takes much processor time: one request of an organisation runs at a time, and a few in all (expensive-work.ts). Others wait, and are
   * told 429 or 503 where too many do.
   */
  readonly isExpensive?: boolean;
  /** Status of success. */
  readonly status: 200 | 201 | 204 | 303;
  /** The body of success; absent with 204 and 303. */
  readonly answer?: TSchema;
  /** `text` of the answer may be YAML, if the request asks for it. */
  readonly answerMayBeYaml?: boolean;
  /** The answer is a stream of events, which `events` of the answer writes. HEAD is answered without one. */
  readonly isEventStream?: boolean;
  /**
   * The answer has an ETag: a hash of its body, or one that the handler sets: of the feature, of the users that the body names, of the
   * settings of an endpoint, or of what is there now, which `If-Match` of another route is compared with.
   */
  readonly hasETag?: boolean | 'of the feature' | 'of the users' | 'of the settings' | 'of what is there';
  /**
   * `If-Match` is compared. Absent: it is where something is deleted or an answer with an ETag is written. Keys, tokens, members, sessions and
   * repositories have no ETag.
   */
  readonly comparesIfMatch?: boolean;
  /** The answer shows a secret that was made for it: a key, a token, a link. It is not compressed. */
  readonly answersSecret?: boolean;
  readonly handle: (request: AnyRequest, dependencies: Dependencies) => Promise<Answer<unknown>>;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call a route outside of organisations: anyone, anybody signed in, a session or token, staff. */
export type OtherAccess = 'anyone' | 'signed-in' | 'caller' | 'staff';

export interface Answer<Body> {
  readonly body: Body;
  /** The body as it is sent, where that is not JSON in one line; with `Content-Type` in the headers if it is not JSON at all. */
  readonly text?: string;
  /** The text as parts that are sent as the client reads them; with `Content-Type` in the headers. `body` is not sent then. */
  readonly stream?: AsyncIterable<string>;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Writes the answer itself, for as long as it likes. Throws before it has begun. */
  readonly events?: (res: ServerResponse) => Promise<void>;
  /** What a dry run is told besides the differences. */
  readonly inDryRun?: Pick<Answer<object>, 'body' | 'headers'>;
}

/** What a handler gets: everything that the path names has been found, the query and the body have their shapes. */
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

interface AnyRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
  readonly problems: readonly Problem[];
  readonly ifMatch: string | undefined;
  readonly req: IncomingMessage;
}

type ValueOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

/** Declares a route. The types of the request follow from the path, the action and the schemas. */
export function route<
  const Path extends string,
  const Access extends Action | OtherAccess,
  Query extends TSchema | undefined = undefined,
  Body extends TSchema | undefined = undefined,
  Result extends TSchema | undefined = undefined,
>(
  declared: Omit<Route, 'path' | 'action' | 'query' | 'body' | 'answer' | 'handle'> & {
    readonly path: Path;
    readonly action: Access;
    readonly query?: Query;
    readonly body?: Body;
    readonly answer?: Result;
    readonly handle: (
      request: RouteRequest<Path, Access, ValueOf<Query>, ValueOf<Body>>,
      dependencies: Dependencies,
    ) => Promise<Answer<ValueOf<Result>>>;
  },
): Route {
  // serveRoutes builds the request from this same declaration, so that it has what the types say.
  return declared as unknown as Route;
}
