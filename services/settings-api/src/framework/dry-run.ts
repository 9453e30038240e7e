import type { ChangesMade, AffectedFeatures } from '@bunting/changes';
import type { Difference } from '@bunting/history';
import { Type } from '@bunting/definitions/type';
import type { TObject, TSchema } from 'typebox';
import type { Changed } from './change.ts';
import { changesSchema, listDifferences } from './differences.ts';
import { settingsErrors } from './errors.ts';
import type { Answer } from './answer.ts';
import type { AnyRoute } from './route.ts';

export const dryRunParameter = Type.Optional(
  Type.Boolean({ description: 'true = show the differences and change nothing' }),
);

/** `dry_run` in the body, which some routes had before all took it in the query. */
export const dryRunAlias = Type.Optional(
  Type.Boolean({ description: 'like `dry_run` in the query; if both are set, they must be equal' }),
);

/**
 * Reads `dry_run` of the query, or its alias in the body. Throws 400 where they contradict each other: guessing wrong would make a change
 * that somebody only wanted to see.
 */
export function readDryRun({ body: schema }: AnyRoute, ofQuery: boolean | undefined, body: unknown): boolean {
  const takesAlias = Object.hasOwn((schema as TObject | undefined)?.properties ?? {}, 'dry_run');
  const ofBody = takesAlias ? (body as { readonly dry_run?: boolean }).dry_run : undefined;
  if (ofQuery !== undefined && ofBody !== undefined && ofQuery !== ofBody) {
    throw settingsErrors.invalid([
      { path: 'dry_run', message: 'must be the same as `dry_run` of the query' },
    ]);
  }
  return ofQuery ?? ofBody ?? false;
}

const touchesProperties = {
  touches: Type.Array(
    Type.Object({ environment: Type.String(), protected: Type.Boolean(), feature: Type.String() }),
    { description: 'where users would get something else: the first 1,000, protected environments first' },
  ),
  touches_omitted: Type.Integer({ description: 'how many more there are' }),
  approval_required: Type.Array(Type.String(), {
    description:
      'the environments in which you cannot make this change without approvals; they refuse it with 403 `approval_required`',
  }),
};

const dryRunSchema = Type.Object(
  {
    dry_run: Type.Unsafe<true>({ type: 'boolean', const: true }),
    changes: changesSchema,
    ...touchesProperties,
  },
  { title: 'DryRun' },
);

/** The members that a route with `answersChanges` answers beside its own. */
export const answeredChanges = {
  dry_run: Type.Boolean(),
  changes: changesSchema,
  touches: Type.Optional(touchesProperties.touches),
  touches_omitted: Type.Optional(touchesProperties.touches_omitted),
  approval_required: Type.Optional(touchesProperties.approval_required),
};

/** Returns the schema of the answer to a dry run; undefined = it is that of the answer, or the route makes no change. */
export function getDryRunSchema(route: AnyRoute): TSchema | undefined {
  if (route.kind !== 'change' || route.answersChanges === true) return undefined;
  const { dryRunAnswer } = route;
  return dryRunAnswer === undefined ? dryRunSchema : Type.Intersect([dryRunSchema, dryRunAnswer]);
}

/** Returns the schema of the answer of success, with the differences where the route answers them. */
export function getAnswerSchema(route: AnyRoute): TSchema | undefined {
  if (route.kind !== 'change' || route.answersChanges !== true) return route.answer;
  return Type.Object({ ...answeredChanges, ...(route.answer as TObject | undefined)?.properties });
}

interface ReportedChanges {
  readonly dry_run: boolean;
  readonly changes: Difference[];
  readonly touches?: AffectedFeatures['touches'][number][];
  readonly touches_omitted?: number;
  readonly approval_required?: string[];
}

/** Returns the answer of a change or of its dry run, with the id of the change. */
export async function answerChanged(
  route: AnyRoute,
  { made, answer }: Changed<unknown>,
): Promise<Answer<unknown>> {
  const { touches, changeId } = made;
  const isReported = route.kind === 'change' && (touches !== undefined || route.answersChanges === true);
  if (!isReported) return withChangeId(answer!, changeId);
  const body = { ...(await reportChanges(made)), ...(answer?.body as object | undefined) };
  return withChangeId({ ...answer, body }, changeId);
}

/** Returns the differences of a change, and where a dry run found that something else would be served. */
export async function reportChanges({
  recorded,
  touches: found,
  approvalRequired = [],
}: ChangesMade<unknown>): Promise<ReportedChanges> {
  const changes = await listDifferences(recorded);
  if (found === undefined) return { dry_run: false, changes };
  const { touches, omitted } = found;
  return {
    dry_run: true,
    changes,
    touches: [...touches],
    touches_omitted: omitted,
    approval_required: approvalRequired.map(({ slug }) => slug),
  };
}

function withChangeId(answer: Answer<unknown>, changeId: string | undefined): Answer<unknown> {
  return changeId === undefined
    ? answer
    : { ...answer, headers: { ...answer.headers, 'Change-Id': changeId } };
}
