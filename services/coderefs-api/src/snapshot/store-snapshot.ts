import { newId, withTransaction } from '@bunting/database';
import { copyIn } from '@bunting/database/copy';
import { errors } from '@bunting/service';
import type { Pool, PoolClient } from 'pg';
import * as statements from './statements.ts';
import type { Snapshot } from './snapshot.ts';

export interface StoredSnapshot {
  /** Lower-cased, in the order of their code points. */
  readonly unknownKeys: readonly string[];
  /** False: the repository's references were the same already. */
  readonly isChanged: boolean;
}

/** The connected repository as it was before the snapshot. */
interface Connection {
  readonly id: string;
  readonly snapshotAt: Date | null;
  readonly commitSha: string | null;
  readonly snapshotHash: Buffer | null;
  /** null = they were not counted yet. */
  readonly storedReferences: number | null;
}

/** Limit of repositories of a project, because a snapshot of a new repository connects it. */
export const maxConnections = 1_000;

/**
 * Limit of the references of one organisation, stale ones included: each push that moves lines adds stale ones, so their
 * number would grow for ever.
 */
export const maxReferences = 5_000_000;

interface Moment {
  readonly capturedAt: Date;
}

/**
 * Records the snapshot as the references of its repository (contract §4.4), in one transaction. The row of the connection is the lock: two
 * snapshots of one repository are applied one after the other. `undefined` = the organisation has no such project. Throws 409 when the
 * organisation would have more than `max` references.
 */
export async function storeSnapshot(
  pool: Pool,
  organisationId: string,
  snapshot: Snapshot,
  max: number,
): Promise<StoredSnapshot | undefined> {
  return withTransaction(pool, async (client) => {
    await client.query(statements.settings);
    const { project } = snapshot.head;
    const projects = await client.query<{ id: string }>(statements.lockProjectOf, [organisationId, project]);
    const projectId = projects.rows[0]?.id;
    if (projectId === undefined) return undefined;

    const connection = await lockConnection(client, projectId, snapshot);
    const [{ capturedAt }] = (await client.query<Moment>(statements.captureTime)).rows as [Moment];
    const isChanged = connection.snapshotHash?.equals(snapshot.hash) !== true;
    if (isChanged) {
      const before = connection.storedReferences ?? (await countReferences(client, connection));
      await replaceReferences(client, connection, snapshot, capturedAt);
      const after = await countReferences(client, connection);
      await client.query(statements.recordCount, [connection.id, after]);
      if (after > before) await requireRoom(client, organisationId, max);
    }
    await recordSnapshot(client, connection, snapshot, capturedAt);
    const unknown = await client.query<{ key: string }>(statements.unknownKeys, [
      projectId,
      [...snapshot.keys.keys()],
    ]);
    return { unknownKeys: unknown.rows.map(({ key }) => key), isChanged };
  });
}

async function lockConnection(
  client: PoolClient,
  projectId: string,
  { head: { provider, repository, branch, commitSha } }: Snapshot,
): Promise<Connection> {
  const name = [projectId, provider, repository];
  const lock = async () => (await client.query<Connection>(statements.lockConnection, name)).rows[0];
  const known = await lock();
  if (known !== undefined) return known;
  await client.query(statements.lockConnections, [projectId]);
  // Another transaction may have connected it meanwhile.
  const connected = await lock();
  if (connected !== undefined) return connected;
  const count = countIn(await client.query<Count>(statements.countConnections, [projectId]));
  if (count >= maxConnections) throw errors.tooManyRepositories(maxConnections);
  await client.query(statements.connect, [newId(), ...name, branch, commitSha]);
  return (await lock())!;
}

/**
 * Throws 409 if the organisation would have too many references. It does not throw if they do not become more, so an
 * organisation beyond the limit can still push.
 */
async function requireRoom(client: PoolClient, organisationId: string, max: number): Promise<void> {
  const sum = countIn(await client.query<Count>(statements.sumReferences, [organisationId]));
  if (sum <= max) return;
  const count = countIn(await client.query<Count>(statements.countAllReferences, [organisationId]));
  if (count > max) throw errors.tooManyReferences(max);
}

async function countReferences(client: PoolClient, { id }: Connection): Promise<number> {
  return countIn(await client.query<Count>(statements.countReferences, [id]));
}

interface Count {
  readonly count: number;
}

function countIn({ rows }: { readonly rows: readonly Count[] }): number {
  return rows[0]!.count;
}

async function replaceReferences(
  client: PoolClient,
  { id, snapshotAt, commitSha }: Connection,
  { rows }: Snapshot,
  capturedAt: Date,
): Promise<void> {
  await client.query(statements.createReceived);
  await copyIn(client, [statements.copyReceived], [rows]);
  await client.query(statements.createSnapshot);
  await client.query('ANALYZE snapshot');
  await client.query(statements.staleAbsent, [id, snapshotAt, commitSha]);
  await client.query(statements.recordPresent, [id, newId(), capturedAt]);
}

async function recordSnapshot(
  client: PoolClient,
  { id }: Connection,
  snapshot: Snapshot,
  capturedAt: Date,
): Promise<void> {
  const { repository, branch, commitSha } = snapshot.head;
  await client.query(statements.recordSnapshot, [
    id,
    repository,
    branch,
    commitSha,
    snapshot.hash,
    capturedAt,
  ]);
}
