import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { until, type ServiceProcess } from '@bunting/testing';
import { createFeature } from '@bunting/testing/fixtures';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { Redis } from 'ioredis';
import { openLeanStream, openLeanStreams, reached, type LeanStream } from './lean-streams.ts';
import { createDocument } from './organisations.ts';

const document = (slug: string) => createDocument({ features: [createFeature(slug)] });

let installation: TestInstallation;
let service: ServiceProcess;
let pool: ReturnType<typeof createPool>;
let redis: Redis;
const opened: LeanStream[] = [];
beforeEach(async () => {
  installation = await createTestInstallation('sync-api', document('first'));
  service = await installation.start();
  pool = createPool(installation.env.DATABASE_URL);
  redis = new Redis(installation.env.REDIS_URL);
});
afterEach(async () => {
  for (const stream of opened.splice(0)) stream.close();
  redis.disconnect();
  await pool.end();
  await installation.stop();
});

/** Adds a feature; resolves with production's version. */
async function change(slug: string): Promise<number> {
  await applyDocument({ pool, redis }, document(slug));
  const { rows } = await pool.query<{ version: string }>('SELECT max(version) AS version FROM environment');
  return Number(rows[0]!.version);
}

const isIncreasing = (versions: readonly number[]) =>
  versions.every((version, index) => index === 0 || version > versions[index - 1]!);

/** Returns ten thousand, or as many as the limit of open files allows beside those of the test. */
function streamCount(): number {
  const report = process.report.getReport() as {
    userLimits?: { open_files?: { hard: number | 'unlimited' } };
  };
  const limit = report.userLimits?.open_files?.hard;
  return Math.min(10_000, typeof limit === 'number' ? limit - 500 : 10_000);
}

it('ten thousand streams, and changes while streams are notified of earlier ones: each hears of the last, and none of a version twice', async () => {
  const streams = await openLeanStreams(service.port, streamCount());
  opened.push(...streams);
  let version = 0;
  for (const slug of ['second', 'third', 'fourth']) {
    version = await change(slug);
    await until(() => streams.some(({ versions }) => versions.at(-1) === version));
  }
  await reached(streams, version);
  expect(streams.every(({ versions }) => isIncreasing(versions))).toBe(true);
  expect(streams.some((stream) => stream.hasEnded())).toBe(false);
  expect(await service.metric('bunting_stream_connections{kind="server"}')).toBe(streams.length);
});

it('a thousand streams of a process that ends while something changes: each hears of the last version, and none of one twice', async () => {
  const other = await installation.start();
  const first = await openLeanStreams(service.port, 1_000);
  opened.push(...first);
  await reached(first, await change('second'));
  const stopped = service.stop();
  const coming = first.map(async (stream) => {
    await stream.ended();
    return openLeanStream(other.port, stream.lastId());
  });
  await until(() => first.filter((stream) => stream.hasEnded()).length > 300);
  await change('third');
  const again = await Promise.all(coming);
  opened.push(...again);
  expect(await stopped).toBe(0);
  await reached(again, await change('fourth'));
  const notified = first.map(({ versions }, index) => [...versions, ...again[index]!.versions]);
  expect(notified.filter((versions) => !isIncreasing(versions))).toEqual([]);
});
