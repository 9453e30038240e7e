import { errors, isJsonObject, type JsonObject } from '@bunting/service';
import { readKeys } from '../read-request.ts';

/** The members of a request for evaluations beside its user. */
export interface EvaluationsRequest {
  /** Absent = all. */
  readonly keys: readonly string[] | undefined;
  /** Number of traces of each result. */
  readonly traces: number;
  /** Number of reads of each variable by the application since its last request, by key. */
  readonly reads: readonly (readonly [key: string, count: number])[];
}

const maxTraces = 10;
const maxReads = 100;

/** Decisions §8.3. null counts as not set, except for `keys` (decisions §1.4). Throws the first error in the order of the members there. */
export function readEvaluationsRequest(body: JsonObject): EvaluationsRequest {
  const keys = body['keys'] === undefined ? undefined : readKeys(body);
  const traces = body['traces'] ?? 0;
  if (!isIntegerUpTo(maxTraces, traces)) throw errors.tracesOutOfRange;
  const reads = readReads(body['read'] ?? {});
  if (reads === undefined) throw errors.readNotCounts;
  return { keys, traces, reads };
}

function readReads(read: unknown): EvaluationsRequest['reads'] | undefined {
  if (!isJsonObject(read)) return undefined;
  const reads = Object.entries(read);
  return reads.length <= maxReads && reads.every(isRead) ? reads : undefined;
}

function isRead(read: readonly [string, unknown]): read is [string, number] {
  return isIntegerUpTo(Number.MAX_SAFE_INTEGER, read[1]);
}

function isIntegerUpTo(most: number, value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most;
}
