import type { Difference } from '@bunting/history';
import type { DryRun, RecordedChange } from '@bunting/changes';
import { Type } from '@bunting/definitions/type';
import { changesSchema, listDifferences } from './differences.ts';
import type { Answer, Route } from './route.ts';

export const dryRunParameter = Type.Optional(
  Type.Boolean({ description: 'true = show the differences and change nothing' }),
);

/**
 * Whether the route takes `?dry_run=true`: all that change a definition or what is served, other than by making something. A route that
 * does not says 400 to the parameter, and changes nothing either.
 */
export function hasDryRun({
  method,
  action,
  recordsNothing = false,
  hasDryRun: isDeclared = false,
}: Pick<Route, 'method' | 'action' | 'recordsNothing' | 'hasDryRun'>): boolean {
  const changes = method === 'PUT' || method === 'PATCH' || method === 'DELETE';
  return changes && !recordsNothing && (isDeclared || action === 'define' || action === 'serve');
}

const touchesProperties = {
  touches: Type.Array(
    Type.Object({ environment: Type.String(), protected: Type.Boolean(), feature: Type.String() }),
    { description: 'where something else would be served: the first 1,000, protected environments first' },
  ),
  touches_omitted: Type.Integer({ description: 'how many more there are' }),
};

export const dryRunSchema = Type.Object(
  {
    dry_run: Type.Unsafe<true>({ type: 'boolean', const: true }),
    changes: changesSchema,
    ...touchesProperties,
  },
  { title: 'DryRun' },
);

/** What a route answers that makes its change or shows it in a dry run. */
export const changesProperties = { dry_run: Type.Boolean(), changes: changesSchema };

export async function answerChanges(
  dryRun: boolean,
  recorded: readonly RecordedChange[],
): Promise<{ dry_run: boolean; changes: Difference[] }> {
  return { dry_run: dryRun, changes: await listDifferences(recorded) };
}

/** What a dry run of such a route says besides. */
export const touchesInDryRun = {
  touches: Type.Optional(touchesProperties.touches),
  touches_omitted: Type.Optional(touchesProperties.touches_omitted),
};

/** Nothing where it was no dry run. */
export function reportTouches(
  found: DryRun | undefined,
): { touches: DryRun['touches'][number][]; touches_omitted: number } | undefined {
  return found && { touches: [...found.touches], touches_omitted: found.omitted };
}

/** The answer to a dry run, whatever the route answers otherwise. Throws where the handler made no change by `changeContext`. */
export async function answerDryRun(
  found: DryRun | undefined,
  besides: Answer<unknown>['inDryRun'],
): Promise<Answer<unknown>> {
  if (found === undefined) throw new Error('A route that takes dry_run has made no change by changeContext.');
  const { recorded } = found;
  const changes = await listDifferences(recorded);
  return {
    ...besides,
    body: { dry_run: true, changes, ...reportTouches(found), ...besides?.body },
  };
}
