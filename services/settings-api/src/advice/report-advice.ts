import { startPoll } from '@bunting/async';
import type { AdviceSettings } from '@bunting/definitions';
import { withTransaction } from '@bunting/database';
import type { Logger } from '@bunting/observability';
import { announceDeliveries, readSubscribers, writeDeliveries, type DueDelivery } from '@bunting/webhooks';
import type { Cluster, Redis } from 'ioredis';
import type { Pool, PoolClient } from 'pg';
import { createReport, findReportTime, type ReportedVerdicts } from './report.ts';
import { makeSurvey } from './survey.ts';

interface ReportOptions {
  readonly pool: Pool;
  readonly redis: Redis | Cluster;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The address of the installation, for the links in webhooks. */
  readonly publicUrl: string | undefined;
}

const pollMs = 60_000;

/** Reports advice once a week, until it is stopped. Every replica may run it. */
export function startAdviceReports(options: ReportOptions): { stop(): Promise<void> } {
  let pass = Promise.resolve();
  const poll = startPoll({
    intervalMs: pollMs,
    work: () => {
      pass = reportAdvice(options).then(
        () => undefined,
        (error: unknown) => options.log.warn({ err: error }, 'Reporting advice failed; retrying.'),
      );
      return pass;
    },
  });
  return {
    async stop() {
      poll.stop();
      await pass;
    },
  };
}

/**
 * Reports the advice on every project that has not been reported this Monday and whose organisation has an endpoint for it. Each project is
 * one transaction: what is remembered as reported and the deliveries are written together, under a lock that one process of the installation
 * has at a time. Resolves with the number of reports that were sent.
 */
export async function reportAdvice(options: ReportOptions): Promise<number> {
  const reportedAt = findReportTime(options.now());
  if (reportedAt === undefined) return 0;
  let sent = 0;
  for (let after = firstId; ;) {
    const done = await reportNext(options, reportedAt, after);
    if (done === undefined) return sent;
    if (done.deliveries.length > 0) sent += 1;
    after = done.projectId;
    const onError = (error: unknown) =>
      options.log.warn({ err: error }, 'An advice report was stored, but announcing it failed.');
    await announceDeliveries({ redis: options.redis, onError }, done.deliveries);
  }
}

const firstId = '00000000-0000-0000-0000-000000000000';

interface Reported {
  readonly projectId: string;
  readonly deliveries: readonly DueDelivery[];
}

/**
 * Reports on the next project; undefined = no project is left, or another process reports. A project that fails is
 * left for the next pass.
 */
async function reportNext(
  { pool, log, now, publicUrl }: ReportOptions,
  reportedAt: Date,
  after: string,
): Promise<Reported | undefined> {
  let projectId: string | undefined;
  try {
    return await withTransaction(pool, async (client) => {
      const { rows } = await client.query<{ isLocked: boolean }>(
        `SELECT pg_try_advisory_xact_lock(hashtext('bunting advice reports')) AS "isLocked"`,
      );
      if (rows[0]?.isLocked !== true) return undefined;
      const project = await readNextProject(client, reportedAt, after);
      if (project === undefined) return undefined;
      projectId = project.id;
      const survey = await makeSurvey(pool, project, now());
      const deliveries = await writeReport(client, project, survey, reportedAt, {
        now: new Date(now()),
        publicUrl,
      });
      return { projectId: project.id, deliveries };
    });
  } catch (error) {
    if (projectId === undefined) throw error;
    log.warn({ err: error, projectId }, 'Reporting the advice on a project failed.');
    return { projectId, deliveries: [] };
  }
}

interface ProjectRow {
  readonly id: string;
  readonly organisationId: string;
  readonly slug: string;
  readonly advice: AdviceSettings | null;
}

/** Reads the next project. The lock keeps it from being deleted until the transaction ends. */
async function readNextProject(
  client: PoolClient,
  reportedAt: Date,
  after: string,
): Promise<ProjectRow | undefined> {
  const { rows } = await client.query<ProjectRow>(
    `SELECT id, organisation_id AS "organisationId", slug, advice FROM project
     WHERE id > $2
       AND NOT EXISTS (SELECT FROM advice_report WHERE project_id = project.id AND reported_at >= $1)
       AND EXISTS (
         SELECT FROM webhook_endpoint AS endpoint
         WHERE endpoint.organisation_id = project.organisation_id AND enabled
           AND events && '{*,advice.reported}')
     ORDER BY id LIMIT 1 FOR KEY SHARE OF project`,
    [reportedAt, after],
  );
  return rows[0];
}

async function writeReport(
  client: PoolClient,
  { id, organisationId, slug }: ProjectRow,
  survey: Awaited<ReturnType<typeof makeSurvey>>,
  reportedAt: Date,
  options: { readonly now: Date; readonly publicUrl: string | undefined },
): Promise<DueDelivery[]> {
  const { rows } = await client.query<{ verdicts: ReportedVerdicts }>(
    'SELECT verdicts FROM advice_report WHERE project_id = $1 FOR UPDATE',
    [id],
  );
  const before = rows[0]?.verdicts ?? {};
  const report = createReport(slug, survey, before);
  await client.query(
    `INSERT INTO advice_report (project_id, reported_at, verdicts) VALUES ($1, $2, $3)
     ON CONFLICT (project_id) DO UPDATE SET reported_at = excluded.reported_at, verdicts = excluded.verdicts`,
    [id, reportedAt, JSON.stringify(report?.reported ?? before)],
  );
  if (report === undefined) return [];
  const subscribers = await readSubscribers(client, [organisationId]);
  const event = { type: 'advice.reported', data: report.data, organisationId } as const;
  return writeDeliveries(client, subscribers, [event], options);
}
