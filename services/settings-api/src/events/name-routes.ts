import { Type } from '@bunting/definitions/type';
import type { Pool } from 'pg';
import { createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { readPageRows, type PageRows } from '../framework/http/read-page-rows.ts';
import { readRoute } from '../framework/route.ts';
import { nullableTimeSchema } from '../framework/schemas.ts';
import { rollUp } from './roll-up.ts';

interface NameRow {
  readonly event: string;
  readonly count: number;
  readonly lastAt: Date | null;
}

const nameSchema = Type.Object(
  {
    event: Type.String(),
    count: Type.Integer({ description: 'the number of events, for all requested variables' }),
    last_at: nullableTimeSchema(
      'the hour of the last event, or the day if it was long ago; null = no longer kept',
    ),
  },
  { title: 'EventName' },
);

const sameGroup = `
  FROM event_rollup AS part
  WHERE part.environment_id = $1 AND part.variable_id = rollup.variable_id
    AND part.variation_id = rollup.variation_id AND part.event = rollup.event`;

/** Lists the names of an environment's events by name, those after `after`. Reads times only for the names of the page. */
function listNames(
  pool: Pool,
  environmentId: string,
  { variable, after, limit }: { variable: string | undefined; after: string; limit: number },
): Promise<PageRows<NameRow>> {
  return readPageRows<NameRow>(
    pool,
    `SELECT rollup.event, sum(rollup.event_count)::float8 AS count, max(coalesce(hour.at, day.at)) AS "lastAt"
     FROM (
       SELECT ever.variable_id, ever.variation_id, ever.event, ever.event_count,
         dense_rank() OVER (ORDER BY ever.event COLLATE "C") AS position
       FROM event_rollup AS ever
       JOIN variable ON variable.id = ever.variable_id
       WHERE ever.environment_id = $1 AND ever.span = 'ever'
         AND ($2::text IS NULL OR variable.slug = $2) AND ever.event COLLATE "C" > $3
     ) AS rollup
     CROSS JOIN LATERAL (SELECT max(begins_at) AS at ${sameGroup} AND part.span = 'hour') AS hour
     CROSS JOIN LATERAL (SELECT max(begins_at) AS at ${sameGroup} AND part.span = 'day') AS day
     WHERE rollup.position <= $4
     GROUP BY rollup.event
     ORDER BY rollup.event COLLATE "C"`,
    [environmentId, variable ?? null, after, limit],
  );
}

/** The time that a request waits for the latest events to be counted. */
const countBudgetMs = 100;

export const eventNameRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/environments/{env}/events/names',
    summary: 'List the event names of an environment',
    description: 'In alphabetical order, with the number of events and the time of the last one.',
    query: pageQuery({ variable: Type.Optional(Type.String({ maxLength: 100 })) }),
    answer: createPageSchema(nameSchema),
    async handle({ environment, query }, { pool }) {
      const after = readCursor(query.cursor) ?? '';
      await rollUp(pool, countBudgetMs);
      const page = { variable: query.variable?.toLowerCase(), after, limit: query.limit + 1 };
      const { rows, isCut } = await listNames(pool, environment.id, page);
      const toItem = ({ event, count, lastAt }: NameRow) => ({
        event,
        count,
        last_at: lastAt?.toISOString() ?? null,
      });
      return { body: toPage(rows, query.limit, ({ event }) => event, toItem, { isCut }) };
    },
  }),
];
