import { defaultAdvice, type AdviceSettings } from '@bunting/definitions';
import type { Pool } from 'pg';
import { maxPublicUnknownKeys, maxUnknownKeys } from '../evaluation-counts/retentions.ts';
import { dayMs, type ProjectSignals } from './signals.ts';

/** The parts of a project that advice needs. */
export interface AdvisedProject {
  readonly id: string;
  readonly organisationId: string;
  /** Null = the defaults. */
  readonly advice: AdviceSettings | null;
}

export interface ProjectEnvironment {
  readonly id: string;
  readonly slug: string;
  /** True if it must serve one value. */
  readonly isWatched: boolean;
  readonly isCounted: boolean;
}

export interface ProjectFacts {
  readonly project: AdvisedProject;
  readonly signals: ProjectSignals;
  readonly environments: readonly ProjectEnvironment[];
  /** The oldest last scan of the repositories, in milliseconds; null = there is none. */
  readonly lastScanAt: number | null;
}

const maxRepositories = 10_000;

/** Reads what the features of a project have in common. */
export async function readProjectFacts(
  pool: Pool,
  project: AdvisedProject,
  now: number,
): Promise<ProjectFacts> {
  const settings = project.advice ?? defaultAdvice;
  const since = now - settings.unused_days * dayMs;
  const rows = await readEnvironments(pool, project.id, new Date(since));
  const repositories = await readRepositories(pool, project.id);
  const slugsOf = (isMeant: (row: EnvironmentRow) => boolean) => rows.filter(isMeant).map(({ slug }) => slug);
  const watched = settings.environments ?? slugsOf((row) => row.protected);
  const isWatched = ({ slug }: EnvironmentRow) => watched.length === 0 || watched.includes(slug);
  return {
    project,
    signals: {
      now,
      settings,
      counts: {
        environments: rows.length,
        uncounted: slugsOf(({ countedSince }) => !(countedSince !== null && countedSince.getTime() <= since)),
        silent: slugsOf(({ isAsked }) => !isAsked),
        // With as many as are kept, others may have been dropped.
        overflowing: slugsOf(
          ({ unknownKeys, publicUnknownKeys }) =>
            unknownKeys >= maxUnknownKeys || publicUnknownKeys >= maxPublicUnknownKeys,
        ),
      },
      repositories: repositories.map(({ repository, snapshotAt }) => ({
        name: repository,
        scannedAt: snapshotAt?.getTime() ?? null,
      })),
    },
    environments: rows.map((row) => ({
      id: row.id,
      slug: row.slug,
      isWatched: isWatched(row),
      isCounted: row.countedSince !== null,
    })),
    lastScanAt: oldestOf(repositories.map(({ snapshotAt }) => snapshotAt)),
  };
}

interface EnvironmentRow {
  readonly id: string;
  readonly slug: string;
  readonly protected: boolean;
  readonly countedSince: Date | null;
  /** A variable was asked for by name since. */
  readonly isAsked: boolean;
  readonly unknownKeys: number;
  /** Number of keys requested with client keys only. */
  readonly publicUnknownKeys: number;
}

async function readEnvironments(pool: Pool, projectId: string, since: Date): Promise<EnvironmentRow[]> {
  const { rows } = await pool.query<EnvironmentRow>(
    `SELECT id, slug, protected, counted_since AS "countedSince",
       EXISTS (
         SELECT FROM evaluation_rollup
         WHERE environment_id = environment.id AND span = 'ever' AND asked = 0 AND last_at > $2
       ) AS "isAsked",
       asked."unknownKeys", asked."publicUnknownKeys"
     FROM environment
     CROSS JOIN LATERAL (
       SELECT count(server_last_at)::integer AS "unknownKeys",
         count(*) FILTER (WHERE server_last_at IS NULL)::integer AS "publicUnknownKeys"
       FROM unknown_key WHERE environment_id = environment.id
     ) AS asked
     WHERE project_id = $1 ORDER BY slug`,
    [projectId, since],
  );
  return rows;
}

interface RepositoryRow {
  readonly repository: string;
  readonly snapshotAt: Date | null;
}

async function readRepositories(pool: Pool, projectId: string): Promise<RepositoryRow[]> {
  const { rows } = await pool.query<RepositoryRow>(
    `SELECT repository, snapshot_at AS "snapshotAt" FROM repository_connection
     WHERE project_id = $1 ORDER BY snapshot_at NULLS FIRST, id LIMIT $2`,
    [projectId, maxRepositories],
  );
  return rows;
}

function oldestOf(times: readonly (Date | null)[]): number | null {
  const known = times.flatMap((time) => (time === null ? [] : [time.getTime()]));
  return known.length === 0 ? null : Math.min(...known);
}
