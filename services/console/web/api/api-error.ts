/** The only type of errors. Every folder may import this module, which imports none. */

/** A resource that an error names. */
export interface Resource {
  /** `feature`, `segment`, `webhook endpoint`, … */
  readonly kind: string;
  readonly slug: string;
  /** Absent = the project of the page. */
  readonly project?: string;
  /** The environment of the use, for resources that cannot be deleted. */
  readonly environment?: string;
}

/** An error with its path, of an answer that lists several. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
  readonly code?: string;
  readonly resource?: Resource;
}

/** The changes saved since the requested version, as far as they are known. */
export interface ConcurrentChange {
  /** The author of the last change. */
  readonly by?: string | undefined;
  readonly at?: string | undefined;
  /** The last change was saved on this page. */
  readonly isOwn?: boolean;
  /** The other authors. */
  readonly others?: readonly string[] | undefined;
  /** The number of changes; undefined = more than are listed. */
  readonly count?: number | undefined;
  /** A line without a subject stands for further changes. */
  readonly changes: readonly { readonly subject?: string; readonly text: string; readonly what: string }[];
  /** The current version. */
  readonly etag: string;
}

interface Fields {
  readonly status: number;
  readonly code?: string | undefined;
  readonly resource?: Resource | undefined;
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly concurrentChange?: ConcurrentChange | undefined;
}

/** An error of the management API, or of a request that did not reach it (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string | undefined;
  /** The subject of the error. */
  readonly resource: Resource | undefined;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  /** Seconds until a retry is allowed; undefined = at once. */
  readonly retryAfter: number | undefined;
  /** Set for status 412. */
  readonly concurrentChange: ConcurrentChange | undefined;

  constructor(message: string, fields: Fields) {
    super(message);
    this.status = fields.status;
    this.code = fields.code;
    this.resource = fields.resource;
    this.details = fields.details ?? [];
    this.requestId = fields.requestId;
    this.retryAfter = fields.retryAfter;
    this.concurrentChange = fields.concurrentChange;
  }
}

/** Returns the error if it is an ApiError, else undefined. */
export const asApiError = (error: unknown): ApiError | undefined =>
  error instanceof ApiError ? error : undefined;

export const getErrorDetails = (error: unknown): readonly ErrorDetail[] => asApiError(error)?.details ?? [];

/** Returns the concurrent change of a 412; undefined for other errors. */
export const getConcurrentChange = (error: unknown): ConcurrentChange | undefined =>
  asApiError(error)?.concurrentChange;

/** Returns the resource that has the requested name; for a variable, its feature. Undefined for other errors. */
export function getExistingResource(error: unknown): Resource | undefined {
  const { code, resource, details = [] } = asApiError(error) ?? {};
  if (code !== 'taken') return undefined;
  return details.find((detail) => detail.resource !== undefined)?.resource ?? resource;
}

/** Returns whether the server is unreachable or failed, so that a retry may help. */
export const isUnavailable = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Returns whether the server refused a document because of its content. */
export const isContentError = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 400 && error.details.length > 0;

/** Returns whether somebody else saved first. */
export const isConflictError = (error: unknown): boolean => asApiError(error)?.status === 412;
