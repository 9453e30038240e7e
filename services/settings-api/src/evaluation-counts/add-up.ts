import { createPause } from '@bunting/async';
import { readBatch, type Cell } from './read-batch.ts';

/** A batch as it is stored, its times between the creation of its environment and now. */
export interface StoredBatch {
  readonly id: string;
  readonly environmentId: string;
  readonly beginsAt: Date;
  readonly endsAt: Date;
  /** JSON; null = too long to be read. */
  readonly cells: string | null;
  readonly unknown: string | null;
}

interface Sum {
  count: number;
  firstAt: Date;
  lastAt: Date;
}

/** A cell in an hour. */
export interface CellSum extends Sum, Omit<Cell, 'count'> {
  readonly environmentId: string;
  readonly hour: Date;
}

export interface KeySum extends Sum {
  readonly environmentId: string;
  readonly key: string;
  /** When it was last asked for with another key than a client key; null = it was not. */
  serverLastAt: Date | null;
}

export interface Sums {
  readonly cells: readonly CellSum[];
  readonly keys: readonly KeySum[];
  /** Per environment, when its first batch began. */
  readonly countedSince: ReadonlyMap<string, Date>;
  /** Batches of which something could not be read and is dropped. */
  readonly unread: readonly UnreadBatch[];
}

export interface UnreadBatch {
  readonly id: string;
  readonly problem: string;
}

const hourMs = 3_600_000;

/**
 * Adds up what batches have in common. A batch belongs to the hour in which it begins, because evaluators cut intervals at full hours.
 * It lets other work of the process go on.
 */
export async function addUp(batches: readonly StoredBatch[]): Promise<Sums> {
  const cells = new Map<string, CellSum>();
  const keys = new Map<string, KeySum>();
  const countedSince = new Map<string, Date>();
  const unread: UnreadBatch[] = [];
  const pause = createPause();
  for (const batch of batches) {
    const { id, environmentId, beginsAt: firstAt, endsAt: lastAt } = batch;
    const hour = new Date(Math.floor(firstAt.getTime() / hourMs) * hourMs);
    const since = countedSince.get(environmentId);
    if (since === undefined || firstAt < since) countedSince.set(environmentId, firstAt);

    const read = readBatch(batch.cells, batch.unknown);
    if (read.problem !== undefined) unread.push({ id, problem: read.problem });
    for (const cell of read.cells) {
      const { variableId, variationId, reason, asked, count } = cell;
      const name = `${environmentId}${variableId}${variationId}${reason}${asked}${hour.getTime()}`;
      const sum = cells.get(name);
      if (sum === undefined) cells.set(name, { environmentId, hour, firstAt, lastAt, ...cell });
      else add(sum, count, batch);
    }
    for (const { key, count, isPublic } of read.keys) {
      const name = environmentId + key;
      const sum = keys.get(name);
      const serverLastAt = isPublic ? null : lastAt;
      if (sum === undefined) keys.set(name, { environmentId, key, count, firstAt, lastAt, serverLastAt });
      else {
        add(sum, count, batch);
        sum.serverLastAt = latest(sum.serverLastAt, serverLastAt);
      }
    }
    await pause();
  }
  return { cells: [...cells.values()], keys: [...keys.values()], countedSince, unread };
}

function add(sum: Sum, count: number, { beginsAt, endsAt }: StoredBatch): void {
  sum.count = Math.min(sum.count + count, Number.MAX_SAFE_INTEGER);
  if (beginsAt < sum.firstAt) sum.firstAt = beginsAt;
  if (endsAt > sum.lastAt) sum.lastAt = endsAt;
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
