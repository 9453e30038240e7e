import type { Admission, Rejection } from '../admission.ts';
import type { RedisLink } from '@bunting/redis';
import { runScript } from '@bunting/redis';
import { admitScript, type AdmitReply } from '../scripts.ts';

/** A request that waits for the decision of its organisation's gate. */
export interface WaitingRequest {
  hasToken: boolean;
  readonly tooLarge: Rejection | undefined;
  /** Those not known to be counted. */
  readonly users: readonly User[];
  readonly resolve: (admission: Admission) => void;
}

export interface User {
  readonly identity: string;
  /** From `userHash`. */
  readonly hash: string;
}

export type Verdict = 'passed' | 'no token' | 'too many users' | 'users undecided';

export interface BatchReply {
  /** One for each request, in order. */
  readonly verdicts: readonly Verdict[];
  /** Until the next token. */
  readonly waitMs: number;
  /** '' = the month must be restored. */
  readonly epoch: string;
  readonly hasPendingUsers: boolean;
}

/** Redis does nothing else while a script runs: some milliseconds at most. */
const usersPerScript = 128;

/** Cuts requests into parts that one script may decide. */
export function* batchesOf(requests: readonly WaitingRequest[]): Iterable<readonly WaitingRequest[]> {
  let start = 0;
  let users = 0;
  for (let i = 0; i < requests.length; i++) {
    users += requests[i]!.users.length;
    if (users < usersPerScript && i < requests.length - 1) continue;
    yield start === 0 && i === requests.length - 1 ? requests : requests.slice(start, i + 1);
    start = i + 1;
    users = 0;
  }
}

/** Asks Redis about the requests in one round trip. With `areUsersHeld` their tokens are taken, their users are not looked at. */
export async function decideBatch(options: {
  link: RedisLink;
  bucketKey: string;
  monthKey: string;
  ratePerMinute: number;
  mauCap: number | null;
  keysExpireAt: number;
  leaseName: string;
  requests: readonly WaitingRequest[];
  areUsersHeld: boolean;
}): Promise<BatchReply> {
  const { requests, areUsersHeld } = options;
  const keys = [options.bucketKey, options.monthKey];
  const cap = options.mauCap ?? -1;
  const args = [
    '',
    String(options.ratePerMinute),
    String(cap),
    String(options.keysExpireAt),
    options.leaseName,
  ];
  let places = 0;
  for (const request of requests) {
    if (!request.hasToken) places++;
    if (request.users.length === 0 || areUsersHeld) continue;
    args.push(String(request.hasToken ? 0 : places), String(request.users.length));
    for (const user of request.users) args.push(user.hash);
  }
  args[0] = String(places);

  const reply = (await runScript(options.link, admitScript, keys, args)) as AdmitReply;
  const [granted, waitMs, epoch, , pendingUsers, ...exceeding] = reply;
  const areUsersDecided = !areUsersHeld && epoch !== '';
  let place = 0;
  let ordinal = 0;
  let nextExceeding = 0;
  const verdicts = requests.map((request): Verdict => {
    const isExceeding = request.users.length > 0 && ordinal++ === exceeding[nextExceeding];
    if (isExceeding) nextExceeding++;
    if (!request.hasToken && ++place > granted) return 'no token';
    if (request.users.length === 0) return 'passed';
    if (!areUsersDecided) return 'users undecided';
    return isExceeding ? 'too many users' : 'passed';
  });
  return { verdicts, waitMs, epoch, hasPendingUsers: pendingUsers > 0 };
}
