import { isOwnChange } from './live/own-changes.ts';

/** Something that an error names. */
export interface Resource {
  /** `feature`, `segment`, `webhook endpoint`, … */
  readonly kind: string;
  readonly slug: string;
  /** Absent = the project of the page. */
  readonly project?: string;
  /** The environment in which it uses what cannot be deleted. */
  readonly environment?: string;
}

/** One of several problems that an error lists. */
export interface Detail {
  readonly path: string;
  readonly message: string;
  readonly code?: string;
  readonly resource?: Resource;
}

/** What was saved meanwhile. */
interface Meanwhile {
  readonly by?: string | undefined;
  readonly at?: string | undefined;
  /** The last of it was saved in this page: somebody went on writing, and took back what they had saved before. */
  readonly isOwn?: boolean;
  /** Who else saved some of it. */
  readonly others?: readonly string[] | undefined;
  /** How many changes that were; undefined = more than are told. */
  readonly count?: number | undefined;
  readonly changes: readonly { readonly subject?: string; readonly text: string; readonly what: string }[];
  /** The tag of now. */
  readonly etag: string;
}

/** What the settings interface refused, or that it could not be reached (status 0). */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly status: number;
  readonly code: string | undefined;
  /** What the error is about. */
  readonly resource: Resource | undefined;
  readonly details: readonly Detail[];
  readonly requestId: string | undefined;
  /** With 412: who changed it since, as far as that is known. */
  readonly meanwhile: Meanwhile | undefined;
  /** Seconds until it may be asked again; undefined = not said. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    fields: {
      status: number;
      code?: string | undefined;
      resource?: Resource | undefined;
      details?: readonly Detail[] | undefined;
      requestId?: string | undefined;
      retryAfter?: number | undefined;
      meanwhile?: Meanwhile | undefined;
    },
  ) {
    super(message);
    this.status = fields.status;
    this.code = fields.code;
    this.resource = fields.resource;
    this.details = fields.details ?? [];
    this.requestId = fields.requestId;
    this.retryAfter = fields.retryAfter;
    this.meanwhile = fields.meanwhile;
  }
}

/** The Problem in an answer that is none of the expected. */
export function problemOf(response: Response, body: unknown): Problem {
  const {
    error,
    code,
    resource,
    details,
    by,
    at,
    others,
    names = {},
    changes,
    change_id: changeId,
    change_count: count,
  } = (typeof body === 'object' && body !== null ? body : {}) as {
    error?: string;
    code?: string;
    resource?: Resource;
    details?: Detail[];
    change_id?: string | null;
    change_count?: number;
    names?: Readonly<Record<string, string>>;
  } & Partial<Meanwhile>;
  // As the stream of changes calls them.
  const nameOf = (actor: string) => names[actor] ?? actor;
  const retryAfter = Number(response.headers.get('Retry-After'));
  return new Problem(error ?? `The server answered ${response.status}.`, {
    status: response.status,
    code,
    resource,
    details,
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
    meanwhile:
      response.status === 412
        ? {
            by: by && nameOf(by),
            at,
            others: others?.map(nameOf),
            count,
            isOwn: isOwnChange(changeId),
            changes: changes ?? [],
            etag: response.headers.get('ETag') ?? '',
          }
        : undefined,
  });
}

/** What was saved meanwhile; undefined = it was refused for another reason. */
export const meanwhileOf = (error: unknown): Meanwhile | undefined =>
  error instanceof Problem ? error.meanwhile : undefined;

/** What a write that must not change anything is refused with: who has saved since the version of its If-Match. Null = nobody, or it cannot be told. */
export const meanwhileIn = (asked: Promise<unknown>): Promise<Meanwhile | null> =>
  asked.then(
    () => null,
    (error: unknown) => meanwhileOf(error) ?? null,
  );

/** Whether the server could not be reached or failed, so that trying again may help. */
export const isAway = (error: unknown): error is Problem =>
  error instanceof Problem && (error.status === 0 || error.status >= 500);

export const unreachable = () => new Problem('Bunting cannot be reached.', { status: 0 });
