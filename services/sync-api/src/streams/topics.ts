import type { EnvironmentState } from '@bunting/datafile';
import { createTopic, type Topic } from './topic.ts';
import type { Connection } from './connection.ts';

/** The topics of one environment: secret keys and client keys hear of different changes. */
export interface Topics {
  readonly secret: Topic<Connection>;
  readonly client: Topic<Connection>;
}

export function createTopics({ environmentId, version, loadedAt }: EnvironmentState): Topics {
  const one = (isSecret: boolean) => createTopic<Connection>({ environmentId, isSecret, version, loadedAt });
  return { secret: one(true), client: one(false) };
}

export function getConnections({ secret, client }: Topics): Connection[] {
  return [...secret.connections, ...client.connections];
}

/** Within this time after a change a client that does not say what it knows may have asked before it. */
const recentMs = 30_000;

/**
 * Returns whether a client may have missed a change. `since` is the version that it knows; `version` is the present one, which a restored
 * backup sets back.
 */
export function mayHaveMissed(
  { lastVersion, changedAt }: Topic<Connection>,
  { since, version, now }: { since: number | undefined; version: number; now: number },
): boolean {
  if (since === undefined) return now - changedAt < recentMs;
  return since < lastVersion || since > version;
}
