import { errors, isJsonObject, type JsonObject } from '@bunting/service';
import { readKeys } from '../read-request.ts';

/** What a request for evaluations asks for beside its user. */
export interface EvaluationsRequest {
  /** Absent = all. */
  readonly keys: readonly string[] | undefined;
  /** How many traces each result gets. */
  readonly traces: number;
}

const maxTraces = 10;
const maxReads = 100;

/** Decisions §8.3. null counts as not set, except for `keys` (decisions §1.4). Throws the first error in the order of the members there. */
export function readEvaluationsRequest(body: JsonObject): EvaluationsRequest {
  const keys = body['keys'] === undefined ? undefined : readKeys(body);
  const traces = body['traces'] ?? 0;
  if (!isIntegerUpTo(maxTraces, traces)) throw errors.tracesOutOfRange;
  if (!areReads(body['read'] ?? {})) throw errors.readNotCounts;
  return { keys, traces };
}

/** What the application has read since its last request: counts by key. */
function areReads(read: unknown): boolean {
  if (!isJsonObject(read)) return false;
  const counts = Object.values(read);
  return counts.length <= maxReads && counts.every((count) => isIntegerUpTo(Number.MAX_SAFE_INTEGER, count));
}

function isIntegerUpTo(most: number, value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}
