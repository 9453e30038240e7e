import { runScript, type ResilientRedis } from '@bunting/redis';
import { admitScript, type AdmitReply } from '../scripts.ts';
import type { WaitingRequest } from './request-batcher.ts';

export type Verdict = 'passed' | 'no token' | 'too many users' | 'users undecided';

export interface BatchReply {
  /** One for each request, in order. */
  readonly verdicts: readonly Verdict[];
  /** Until the next token. */
  readonly waitMs: number;
  /** '' = the month must be restored. */
  readonly generation: string;
  readonly hasPendingUsers: boolean;
}

export interface BatchOptions {
  readonly bucketKey: string;
  readonly monthKey: string;
  readonly ratePerMinute: number;
  /** null = none. */
  readonly mauCap: number | null;
  readonly keysExpireAt: number;
  readonly leaseName: string;
  /** Tokens that earlier requests have cost beside their first. */
  readonly owedTokens: number;
  /** The month is being restored: tokens are taken, users are not checked. */
  readonly isRestoring: boolean;
}

/** Asks Redis about the requests of an organisation in one round trip. */
export async function decideBatch(
  redis: ResilientRedis,
  requests: readonly WaitingRequest[],
  options: BatchOptions,
): Promise<BatchReply> {
  const keys = [options.bucketKey, options.monthKey];
  const args = scriptArguments(requests, options);
  return readReply(requests, options, (await runScript(redis, admitScript, keys, args)) as AdmitReply);
}

function scriptArguments(requests: readonly WaitingRequest[], options: BatchOptions): string[] {
  const { ratePerMinute, mauCap, keysExpireAt, leaseName, owedTokens, isRestoring } = options;
  const args = [
    '',
    String(ratePerMinute),
    String(mauCap ?? -1),
    String(keysExpireAt),
    leaseName,
    String(owedTokens),
  ];
  let tokens = 0;
  for (const request of requests) {
    if (!request.hasToken) tokens += 1;
    if (request.users.length === 0 || isRestoring) continue;
    args.push(String(request.hasToken ? 0 : tokens), String(request.users.length));
    for (const user of request.users) args.push(user.hash);
  }
  args[0] = String(tokens);
  return args;
}

function readReply(
  requests: readonly WaitingRequest[],
  { isRestoring }: BatchOptions,
  [granted, waitMs, generation, , pendingUsers, ...exceeding]: AdmitReply,
): BatchReply {
  const areUsersDecided = !isRestoring && generation !== '';
  let tokens = 0;
  let ordinal = 0;
  let nextExceeding = 0;
  const verdicts = requests.map((request): Verdict => {
    const isExceeding = request.users.length > 0 && ordinal++ === exceeding[nextExceeding];
    if (isExceeding) nextExceeding += 1;
    if (!request.hasToken && ++tokens > granted) return 'no token';
    if (request.users.length === 0) return 'passed';
    if (!areUsersDecided) return 'users undecided';
    return isExceeding ? 'too many users' : 'passed';
  });
  return { verdicts, waitMs, generation, hasPendingUsers: pendingUsers > 0 };
}
