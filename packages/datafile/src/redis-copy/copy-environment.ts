import { randomUUID } from 'node:crypto';
import type { RedisConnection, RedisSender } from '@bunting/redis';
import { getKeyKinds, type AccessFragment } from '../fragments/access-fragment.ts';
import type { PostgresFragments } from '../fragments/postgres-fragments.ts';
import { copyKey, fragmentField, keyHashKey, type CopyState, type RedisCopy } from './redis-copy.ts';
import { addFragmentsScript, removeKeyScript, replaceCopyScript } from './redis-scripts.ts';
import type { FragmentPage, StoredFragment } from '../fragments/fragment-pages.ts';
import { maxAbsenceMs } from '../publish/tombstones.ts';

/** An incomplete copy whose writer died expires after this. */
const incompleteTtlMs = 60_000;

export interface CopyOptions {
  readonly sender: RedisSender;
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
  { sender }: CopyOptions,
  environmentId: string,
  old: CopyState,
  { version, fragments }: FragmentPage,
  askedAt: number,
): Promise<void> {
  const pairs = fragments.flatMap((fragment) => [fragmentField(fragment), fragment.text ?? '']);
  await sender.send((redis) =>
    redis.eval(addFragmentsScript, 1, copyKey(environmentId), old.version, version, askedAt, ...pairs),
  );
  await registerKeys(sender, old, fragments);
}

async function replaceCopy(
  { sender, postgres }: CopyOptions,
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
    await sender.send((redis) => redis.hset(newKey, fields));
    if (deleted.length > 0) await sender.send((redis) => redis.hdel(newKey, ...deleted));
    if (version < 0) await sender.send((redis) => redis.pexpire(newKey, incompleteTtlMs));
    for (const field of Object.keys(fields)) written.add(field);
    for (const field of deleted) written.delete(field);
    access.push(...page.fragments.filter((fragment) => fragment.kind === 'access'));
    version = page.version;
  }
  if (version < 0) return;
  const replaceable = old && old.version > version ? old.version : -1;
  await sender.send((redis) =>
    redis.eval(replaceCopyScript, 2, newKey, copyKey(environmentId), version, replaceable, written.size),
  );
  await registerKeys(sender, old, access);
}

async function removeCopy(
  { sender }: CopyOptions,
  environmentId: string,
  old: CopyState | undefined,
): Promise<void> {
  if (!old) return;
  await sender.send((redis) =>
    Promise.all([
      redis.unlink(copyKey(environmentId)),
      ...keyHashesOf(old.accessText).map((hash) => forgetKey(redis, hash, environmentId)),
    ]),
  );
}

/** Maps the keys of the last access fragment to the environment, and removes those that are no longer in it. */
async function registerKeys(
  sender: RedisSender,
  old: CopyState | undefined,
  fragments: readonly StoredFragment[],
): Promise<void> {
  const access = fragments.findLast((fragment) => fragment.kind === 'access');
  if (!access) return;
  const hashes = keyHashesOf(access.text);
  const revoked = keyHashesOf(old?.accessText ?? null).filter((hash) => !hashes.includes(hash));
  await sender.send((redis) =>
    Promise.all([
      ...hashes.map((hash) => redis.set(keyHashKey(hash), access.id)),
      ...revoked.map((hash) => forgetKey(redis, hash, access.id)),
    ]),
  );
}

function forgetKey(redis: RedisConnection, keyHash: string, environmentId: string): Promise<unknown> {
  return redis.eval(removeKeyScript, 1, keyHashKey(keyHash), environmentId);
}

function keyHashesOf(text: string | null): readonly string[] {
  return text === null ? [] : [...getKeyKinds(JSON.parse(text) as AccessFragment).keys()];
}
