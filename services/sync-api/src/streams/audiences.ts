import type { EnvironmentState } from '@bunting/datafile';
import { createAudience, type Audience } from './audience.ts';
import type { Connection } from './connection.ts';

/** The audiences of one environment: secret keys and client keys hear of different changes. */
export interface Audiences {
  readonly secret: Audience<Connection>;
  readonly client: Audience<Connection>;
}

export function createAudiences({ environmentId, version, loadedAt }: EnvironmentState): Audiences {
  const one = (isSecret: boolean) =>
    createAudience<Connection>({ environmentId, isSecret, version, loadedAt });
  return { secret: one(true), client: one(false) };
}

export function connectionsOf({ secret, client }: Audiences): Connection[] {
  return [...secret.connections, ...client.connections];
}

/** Within this time after a change a client that does not say what it knows may have asked before it. */
const recentMs = 30_000;

/**
 * Whether a client may have missed a change. `since` is the version that it knows; `version` is the present one, which a restored backup sets
 * back.
 */
export function mayHaveMissed(
  { lastVersion, changedAt }: Audience<Connection>,
  { since, version, now }: { since: number | undefined; version: number; now: number },
): boolean {
  if (since === undefined) return now - changedAt < recentMs;
  return since < lastVersion || since > version;
}
