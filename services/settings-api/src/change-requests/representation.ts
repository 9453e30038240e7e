import { emailSchema } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import type { JsonValue } from '@bunting/evaluator/definition';
import { diffRecords, type Difference } from '@bunting/history';
import type { Static } from 'typebox';
import { maxPageBytes } from '../framework/http/page.ts';
import {
  nullable,
  nullableTimeSchema,
  stringEnum,
  timeInputSchema,
  timeSchema,
} from '../framework/schemas.ts';
import type { ProposedRecord } from './records.ts';
import { closings, statuses, verdicts, type EnvironmentRow, type RequestRow } from './request-row.ts';
import { getApprovals, getStage, stages } from './stage.ts';

const titleSchema = Type.String({ minLength: 1, maxLength: 200 });
const descriptionSchema = Type.String({ maxLength: 10_000, description: 'plain text' });

export const numberSchema = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

const proposedSchema = Type.Object(
  {
    method: stringEnum(['POST', 'PUT', 'PATCH', 'DELETE'] as const),
    path: Type.String({
      minLength: 1,
      maxLength: 2_000,
      description: 'below the project: `features/checkout/environments/production/targeting`',
    }),
    body: Type.Optional(Type.Unsafe<JsonValue>({ description: 'as the route takes it' })),
  },
  { additionalProperties: false, title: 'ProposedChange' },
);

const applySchema = Type.Object(
  {
    at: Type.Optional(nullable(timeInputSchema, 'when it is applied; null = not at a time')),
    when_approved: Type.Optional(
      Type.Boolean({ description: 'true = as soon as it is ready, with `at` not before that' }),
    ),
    within_minutes: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 10_080,
        description: 'how long after `at` it may still be applied; 60 if left out',
      }),
    ),
  },
  { additionalProperties: false },
);

/** The members of a request that its author writes. */
export const writtenProperties = {
  description: Type.Optional(descriptionSchema),
  reviewers: Type.Optional(
    Type.Array(emailSchema, { maxItems: 20, description: 'members who are asked for a verdict' }),
  ),
  apply: Type.Optional(applySchema),
  after: Type.Optional(
    nullable(numberSchema, 'the number of the open request that is applied first; null = none'),
  ),
};

const changesInputSchema = Type.Array(proposedSchema, {
  minItems: 1,
  maxItems: 50,
  description: 'ordinary requests, made in this order',
});

export const newRequestSchema = Type.Object(
  { title: titleSchema, changes: changesInputSchema, ...writtenProperties },
  { additionalProperties: false },
);

export const editedRequestSchema = Type.Object(
  { title: Type.Optional(titleSchema), changes: Type.Optional(changesInputSchema), ...writtenProperties },
  { additionalProperties: false, minProperties: 1 },
);

export type WrittenRequest = Static<typeof editedRequestSchema>;

const anything = (description: string) => Type.Unsafe<JsonValue>({ description });

const lineSchema = Type.Object(
  {
    subject: Type.String({ description: '`targeting of checkout in production`' }),
    text: Type.String({ description: '`targeting of checkout in production: off → on`' }),
    environment: Type.Union([Type.String(), Type.Null()], {
      description: 'the slug of the environment that it is about; null = none, or it is deleted',
    }),
    before: anything('only the part that differs; null = none'),
    after: anything('the value afterwards; null = none'),
  },
  { title: 'ProposedDifference' },
);

export const linesSchema = Type.Array(lineSchema, {
  description: 'the recorded differences, up to 1 MiB, then the number of the others',
});

export const conflictsSchema = Type.Array(
  Type.Object({
    path: Type.String(),
    message: Type.String(),
    base: Type.Optional(anything('the part when the change was written; null = none')),
    now: Type.Optional(anything('the current part')),
    wanted: Type.Optional(anything('the part as the change request wants it')),
  }),
);

const failureSchema = Type.Object({
  at: timeSchema,
  code: Type.String(),
  message: Type.String(),
  details: Type.Array(anything('as in an error')),
});

const summaryProperties = {
  number: Type.Integer({ description: 'counts up in the project' }),
  title: Type.String(),
  description: Type.String(),
  author: Type.String({ description: 'the email address in whose name it is applied' }),
  contributors: Type.Array(Type.String(), { description: 'others who changed it; they cannot approve it' }),
  reviewers: Type.Array(Type.String()),
  revision: Type.Integer({ description: 'a verdict is about one revision' }),
  status: stringEnum(statuses),
  closed_as: nullable(stringEnum(closings)),
  stage: nullable(stringEnum(stages), 'the first that holds, in this order; null = it is not open'),
  features: Type.Array(Type.String(), { description: 'slugs, without features that it creates' }),
  environments: Type.Array(
    Type.Object({
      environment: Type.String(),
      required: Type.Integer({ description: 'the approvals that it needs there' }),
      approved_by: Type.Array(Type.String()),
    }),
    { description: 'the environments that it alters' },
  ),
  verdicts: Type.Array(
    Type.Object({
      by: Type.String(),
      verdict: stringEnum(verdicts),
      revision: Type.Integer(),
      at: timeSchema,
      comment: nullable(Type.String()),
    }),
    { description: 'the latest verdict of each person, oldest first' },
  ),
  apply: Type.Object({
    at: nullableTimeSchema('null = not at a time'),
    when_approved: Type.Boolean(),
    within_minutes: Type.Integer(),
  }),
  after: nullable(Type.Integer(), 'the request that is applied before it'),
  followed_by: Type.Array(Type.Integer(), { description: 'the open requests that are applied after it' }),
  failure: nullable(failureSchema, 'why applying it failed; it is not tried again by itself'),
  created_at: timeSchema,
  updated_at: timeSchema,
  expires_at: nullableTimeSchema('when it is closed unless somebody changes it; null = it is not open'),
  applied_at: nullableTimeSchema('null = not applied'),
  applied_by: nullable(Type.String(), 'null = not applied, or applied by the service'),
  change_id: nullable(Type.String({ format: 'uuid' }), 'that of the audit records of what it changed'),
};

export const requestSummarySchema = Type.Object(summaryProperties, { title: 'ChangeRequestSummary' });

export const requestSchema = Type.Object(
  {
    ...summaryProperties,
    changes: linesSchema,
    conflicts: Type.Array(anything('as in the details of a 409 `conflict`'), {
      description: 'what the last try or the last preview found',
    }),
  },
  { title: 'ChangeRequest' },
);

const dayMs = 86_400_000;

/** Returns when an open request expires: so long after its last change, or after the time at which it is applied. */
export function getExpiry(row: Pick<RequestRow, 'updated_at' | 'apply_at'>, expiryDays: number): Date {
  const latest = Math.max(row.updated_at.getTime(), row.apply_at?.getTime() ?? 0);
  return new Date(latest + expiryDays * dayMs);
}

export function toSummary(row: RequestRow, expiryDays: number): Static<typeof requestSummarySchema> {
  return {
    number: row.number,
    title: row.title,
    description: row.description,
    author: row.author,
    contributors: [...row.contributors],
    reviewers: [...row.reviewers],
    revision: row.revision,
    status: row.status,
    closed_as: row.closed_as,
    stage: getStage(row),
    features: [...row.features],
    environments: getApprovals(row)
      .filter(({ environment }) => environment.altered)
      .map(({ environment, required, approvedBy }) => ({
        environment: environment.slug,
        required,
        approved_by: [...approvedBy],
      })),
    verdicts: row.verdicts.map(({ author, verdict, revision, comment, created_at: at }) => ({
      by: author,
      verdict,
      revision,
      at: new Date(at).toISOString(),
      comment,
    })),
    apply: {
      at: row.apply_at?.toISOString() ?? null,
      when_approved: row.when_approved,
      within_minutes: row.within_minutes,
    },
    after: row.after?.number ?? null,
    followed_by: [...row.followed_by],
    failure: row.failure && { ...row.failure, details: [...row.failure.details] },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    expires_at: row.status === 'open' ? getExpiry(row, expiryDays).toISOString() : null,
    applied_at: row.applied_at?.toISOString() ?? null,
    applied_by: row.applied_by,
    change_id: row.change_id,
  };
}

export function toRequest(
  row: RequestRow,
  records: readonly ProposedRecord[],
  expiryDays: number,
): Static<typeof requestSchema> {
  const changes = listLines(records, row.environments);
  return { ...toSummary(row, expiryDays), changes, conflicts: [...(row.conflicts ?? [])] };
}

/** Returns the differences of records as far as a page has room for them, then the number of the other records. */
export function listLines(
  records: readonly ProposedRecord[],
  environments: readonly Pick<EnvironmentRow, 'id' | 'slug'>[],
): Static<typeof lineSchema>[] {
  const slugs = new Map(environments.map(({ id, slug }) => [id, slug]));
  const shown = records.filter(({ isImplied }) => isImplied !== true);
  const lines: Static<typeof lineSchema>[] = [];
  let bytes = 0;
  for (const [index, record] of shown.entries()) {
    const environment = slugs.get(record.environmentId ?? '') ?? null;
    const differences = diffRecords([record]).map((difference) => toLine(difference, environment));
    bytes += Buffer.byteLength(JSON.stringify(differences));
    if (bytes > maxPageBytes && index > 0) {
      const text = `and ${shown.length - index} more changes`;
      return [...lines, { subject: '', text, environment: null, before: null, after: null }];
    }
    lines.push(...differences);
  }
  return lines;
}

function toLine(
  { subject, text, before, after }: Difference,
  environment: string | null,
): Static<typeof lineSchema> {
  return { subject, text, environment, before, after };
}
