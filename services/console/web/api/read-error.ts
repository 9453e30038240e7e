import { ApiError, type ConcurrentChange, type ErrorDetail, type Resource } from './api-error.ts';
import { isOwnChange } from './live/own-changes.ts';

/** An error on the wire. A 412 also names who saved first. */
interface ErrorBody extends Partial<Pick<ConcurrentChange, 'by' | 'at' | 'others' | 'changes'>> {
  readonly error?: string;
  readonly code?: string;
  readonly resource?: Resource;
  readonly details?: readonly ErrorDetail[];
  readonly change_id?: string | null;
  readonly change_count?: number;
  readonly names?: Readonly<Record<string, string>>;
}

/** Converts an error response to an ApiError. */
export function toApiError(response: Response, body: unknown): ApiError {
  const { status, headers } = response;
  const answer = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody;
  const { error, code, resource, details } = answer;
  const retryAfter = Number(headers.get('Retry-After'));
  return new ApiError(error ?? `The server responded with status ${status}.`, {
    status,
    code,
    resource,
    details,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfter: retryAfter > 0 ? retryAfter : undefined,
    concurrentChange: status === 412 ? toConcurrentChange(answer, headers.get('ETag') ?? '') : undefined,
  });
}

function toConcurrentChange(answer: ErrorBody, etag: string): ConcurrentChange {
  const { by, at, others, names = {}, changes = [], change_id: changeId, change_count: count } = answer;
  // The same names as in the change stream.
  const getName = (actor: string) => names[actor] ?? actor;
  return {
    by: by && getName(by),
    at,
    others: others?.map(getName),
    count,
    isOwn: isOwnChange(changeId),
    changes,
    etag,
  };
}

export const createUnreachableError = () => new ApiError('Can’t reach Bunting.', { status: 0 });
