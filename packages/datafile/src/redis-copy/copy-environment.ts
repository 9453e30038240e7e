import { randomUUID } from 'node:crypto';
import type { Cluster, Redis } from 'ioredis';
import type { AccessFragment } from '../fragments/access-fragment.ts';
import type { Circuit } from '@bunting/async';
import type { PostgresFragments } from '../fragments/postgres-fragments.ts';
import { copyKey, fragmentField, keyHashKey, type CopyState, type RedisCopy } from './redis-copy.ts';
import { addFragmentsScript, forgetKeyScript, replaceCopyScript } from './redis-scripts.ts';
import type { FragmentPage, StoredFragment } from '../fragments/stored-fragment.ts';
import { maxAbsenceMs } from '../publish/tombstones.ts';

/** An incomplete copy whose writer died expires after this. */
const incompleteTtlMs = 60_000;

export interface CopyOptions {
  readonly redis: Redis | Cluster;
  /** Of Redis. */
  readonly circuit: Circuit;
  readonly copy: RedisCopy;
  readonly postgres: PostgresFragments;
  readonly now: () => number;
}

/**
 * Updates the copy of an environment in Redis to PostgreSQL's version: by the changes if they fit one page, else by a new copy.
 * Scripts compare the versions, so that any number of processes can do this concurrently.
 */
export async function copyEnvironment(options: CopyOptions, environmentId: string): Promise<void> {
  const { copy, postgres, now } = options;
  const askedAt = now();
  // Redis is read first: a copy contains only committed versions, so a database that is behind it was restored.
  const old = await copy.readState(environmentId);
  const isRecent = () => old !== undefined && old.writtenAt > now() - maxAbsenceMs;
  const page = await firstOf(postgres.readPages(environmentId, isRecent() ? old!.version : -1));

  if (!page) return removeCopy(options, environmentId, old);
  if (page.version === old?.version) return;
  if (old && isRecent() && page.version > old.version && page.isLast) {
    await addFragments(options, environmentId, old, page, askedAt);
  } else {
    await replaceCopy(options, environmentId, old, askedAt);
  }
}

async function firstOf(pages: AsyncIterable<FragmentPage>): Promise<FragmentPage | undefined> {
  for await (const page of pages) return page;
  return undefined;
}

async function addFragments(
  { redis, circuit }: CopyOptions,
  environmentId: string,
  old: CopyState,
  { version, fragments }: FragmentPage,
  askedAt: number,
): Promise<void> {
  const pairs = fragments.flatMap((fragment) => [fragmentField(fragment), fragment.text ?? '']);
  await circuit.run(() =>
    redis.eval(addFragmentsScript, 1, copyKey(environmentId), old.version, version, askedAt, ...pairs),
  );
  await registerKeys({ redis, circuit }, old, fragments);
}

async function replaceCopy(
  { redis, circuit, postgres }: CopyOptions,
  environmentId: string,
  old: CopyState | undefined,
  askedAt: number,
): Promise<void> {
  const newKey = `${copyKey(environmentId)}:${randomUUID()}`;
  const access: StoredFragment[] = [];
  const written = new Set<string>();
  let version = -1;
  for await (const page of postgres.readPages(environmentId, -1)) {
    const fields: Record<string, string> = { version: String(page.version), written_at: String(askedAt) };
    const deleted: string[] = [];
    for (const fragment of page.fragments) {
      if (fragment.text === null) deleted.push(fragmentField(fragment));
      else fields[fragmentField(fragment)] = fragment.text;
    }
    await circuit.run(() => redis.hset(newKey, fields));
    if (deleted.length > 0) await circuit.run(() => redis.hdel(newKey, ...deleted));
    if (version < 0) await circuit.run(() => redis.pexpire(newKey, incompleteTtlMs));
    for (const field of Object.keys(fields)) written.add(field);
    for (const field of deleted) written.delete(field);
    access.push(...page.fragments.filter((fragment) => fragment.kind === 'access'));
    version = page.version;
  }
  if (version < 0) return;
  const replaceable = old && old.version > version ? old.version : -1;
  await circuit.run(() =>
    redis.eval(replaceCopyScript, 2, newKey, copyKey(environmentId), version, replaceable, written.size),
  );
  await registerKeys({ redis, circuit }, old, access);
}

async function removeCopy(
  { redis, circuit }: CopyOptions,
  environmentId: string,
  old: CopyState | undefined,
): Promise<void> {
  if (!old) return;
  await circuit.run(() =>
    Promise.all([
      redis.unlink(copyKey(environmentId)),
      ...keyHashesOf(old.accessText).map((hash) => forgetKey(redis, hash, environmentId)),
    ]),
  );
}

/** Maps the keys of the last access fragment to the environment, and removes those that are no longer in it. */
async function registerKeys(
  { redis, circuit }: Pick<CopyOptions, 'redis' | 'circuit'>,
  old: CopyState | undefined,
  fragments: readonly StoredFragment[],
): Promise<void> {
  const access = fragments.findLast((fragment) => fragment.kind === 'access');
  if (!access) return;
  const hashes = keyHashesOf(access.text);
  const revoked = keyHashesOf(old?.accessText ?? null).filter((hash) => !hashes.includes(hash));
  await circuit.run(() =>
    Promise.all([
      ...hashes.map((hash) => redis.set(keyHashKey(hash), access.id)),
      ...revoked.map((hash) => forgetKey(redis, hash, access.id)),
    ]),
  );
}

function forgetKey(redis: Redis | Cluster, keyHash: string, environmentId: string): Promise<unknown> {
  return redis.eval(forgetKeyScript, 1, keyHashKey(keyHash), environmentId);
}

function keyHashesOf(text: string | null): readonly string[] {
  return text === null ? [] : (JSON.parse(text) as AccessFragment).key_hashes;
}
