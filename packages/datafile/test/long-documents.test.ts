import { describe, expect, it } from '@jest/globals';
import { announce } from '../src/publish/announce.ts';
import { newId } from '@bunting/database';
import { createCircuit } from '@bunting/async';
import { withCommandTimeout } from '@bunting/redis';
import { bytesPerPage, maxDocumentBytes } from '../src/fragments/page-statement.ts';
import { createPostgresFragments } from '../src/fragments/postgres-fragments.ts';
import { copyKey, createRedisCopy } from '../src/redis-copy/redis-copy.ts';
import type { FragmentPage } from '../src/fragments/stored-fragment.ts';
import { useInstallation } from './installation.ts';

const installation = useInstallation();
const circuit = createCircuit({ name: 'PostgreSQL', timeoutMs: 60_000, openMs: 0, now: Date.now });

/** Stores documents of these lengths and some more as the next version; `unit` may compress well or not at all. */
async function store(lengths: readonly number[], unit: string): Promise<string[]> {
  const { pool, production } = installation;
  const ids = lengths.map(() => newId());
  await pool.query('UPDATE environment SET version = version + 1 WHERE id = $1', [production.id]);
  await pool.query(
    `INSERT INTO datafile_fragment (environment_id, kind, entity_id, version, document)
     SELECT $1, 'feature', entity_id, version, json_build_object('x', (SELECT string_agg(${unit}, '') FROM generate_series(1, length / 32) AS n))
     FROM unnest($2::uuid[], $3::int[]) AS given (entity_id, length) JOIN environment ON environment.id = $1`,
    [production.id, ids, lengths],
  );
  return ids;
}

const compressible = `repeat('x', 32)`;
const random = `md5((random() + n)::text)`;

async function read(pages: AsyncIterable<FragmentPage>) {
  const lengths: number[][] = [];
  const unread: string[] = [];
  const found: string[] = [];
  for await (const { fragments } of pages) {
    lengths.push(fragments.map(({ text }) => text?.length ?? 0));
    for (const { id, kind, unreadBytes } of fragments) {
      if (kind !== 'access') found.push(id);
      if (unreadBytes !== undefined) unread.push(id);
    }
  }
  return { lengths, unread, found };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe('long documents', () => {
  it.each([
    ['that compress well', compressible],
    ['that do not', random],
  ])('%s are read in pages that are bounded in bytes, each of them once', async (_, unit) => {
    const { pool, production } = installation;
    const ids = await store(
      Array.from({ length: 130 }, (__, n) => (n % 10 === 0 ? 700_000 : 20_000)),
      unit,
    );
    const postgres = createPostgresFragments({ pool, circuit, now: Date.now });
    const { lengths, unread, found } = await read(postgres.readPages(production.id, -1));
    expect(found.toSorted()).toEqual([...ids, installation.pair.id].toSorted());
    expect(unread).toEqual([]);
    // A page ends with the fragment that fills it.
    for (const page of lengths) expect(sum(page.slice(0, -1))).toBeLessThan(bytesPerPage);
    expect(lengths.length).toBeGreaterThan(8);
  });

  it('beyond the limit of reading are reported by their length, and not copied to Redis', async () => {
    const { pool, redis, production } = installation;
    const [long, short] = await store([maxDocumentBytes + 64, 5_000_000], compressible);
    const postgres = createPostgresFragments({ pool, circuit, now: Date.now });
    const { unread, found, lengths } = await read(postgres.readPages(production.id, -1));
    expect(unread).toEqual([long]);
    expect(found).toHaveLength(3);
    expect(sum(lengths.flat())).toBeLessThan(6_000_000);

    const errors: unknown[] = [];
    await announce({ redis, pool, onError: (error) => errors.push(error) }, [
      { environmentId: production.id, version: 2 },
    ]);
    expect(errors).toEqual([]);
    expect((await redis.hkeys(copyKey(production.id))).toSorted()).toEqual(
      [
        `access:${production.id}`,
        `feature:${short}`,
        `feature:${installation.pair.id}`,
        'version',
        'written_at',
      ].toSorted(),
    );
    await redis.hset(copyKey(production.id), `feature:${long}`, 'x'.repeat(maxDocumentBytes + 1));
    const copied = await read(createRedisCopy(withCommandTimeout(redis, 60_000)).readPages(production.id));
    expect(copied.found.toSorted()).toEqual([short!, installation.pair.id].toSorted());
  });

  it('are read from the copy in Redis in pages bounded in bytes, too', async () => {
    const { pool, redis, production } = installation;
    const ids = await store(
      Array.from({ length: 60 }, () => 300_000),
      random,
    );
    await announce({ redis, pool }, [{ environmentId: production.id, version: 2 }]);
    const { lengths, found } = await read(
      createRedisCopy(withCommandTimeout(redis, 60_000)).readPages(production.id),
    );
    expect(found.toSorted()).toEqual([...ids, installation.pair.id].toSorted());
    for (const page of lengths) expect(sum(page.slice(0, -1))).toBeLessThan(bytesPerPage);
    expect(lengths.length).toBeGreaterThan(10);
  });
});
