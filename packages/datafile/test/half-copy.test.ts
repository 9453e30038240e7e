import { describe, expect, it } from '@jest/globals';
import { announce } from '../src/publish/announce.ts';
import { useInstallation } from './installation.ts';
import { insertEnvironment } from './rows.ts';

const installation = useInstallation();

/** Inserts many pages of features that nobody reads. */
async function insertManyFragments(environmentId: string): Promise<void> {
  await installation.pool.query(
    `INSERT INTO datafile_fragment (environment_id, kind, entity_id, version, document)
     SELECT $1, 'feature', gen_random_uuid(), 1, '{}' FROM generate_series(1, 1200)`,
    [environmentId],
  );
}

async function copyWhile(onPage: (page: number) => void): Promise<string> {
  const { pool, redis, project } = installation;
  const environment = await insertEnvironment(pool, project.projectId, 'large');
  const publications = await installation.write({ environments: [environment.id] });
  await insertManyFragments(environment.id);
  // The first query reads how much has changed; each following one reads a page.
  let page = 0;
  const listen = () => onPage(page++);
  pool.on('acquire', listen);
  await announce({ redis, pool }, publications);
  pool.off('acquire', listen);
  return `bunting:{env:${environment.id}}:datafile`;
}

describe('a copy of many pages', () => {
  it.each([2, 3])('is discarded when Redis is emptied before page %i', async (lostPage) => {
    const { redis } = installation;
    const copy = await copyWhile((page) => void (page === lostPage && redis.flushall()));
    expect(await redis.keys(`${copy}*`)).toStrictEqual([]);
  });

  it('replaces the old copy otherwise', async () => {
    const { redis } = installation;
    const copy = await copyWhile(() => {});
    const feature = 1;
    const own = ['version', 'written_at', 'access'].length;
    expect(await redis.hlen(copy)).toBe(1200 + feature + own);
    expect(await redis.keys(`${copy}*`)).toStrictEqual([copy]);
  });
});
