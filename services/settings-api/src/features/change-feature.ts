import { changeFeatures, lockProject, readFeatures } from '@bunting/changes';
import { firstProblems, maxEntries } from '@bunting/definitions';
import type {
  ChangeTransaction,
  FeatureState,
  OrganisationState,
  ProjectState,
  Role,
} from '@bunting/changes';
import type { Problem } from '@bunting/definitions';
import type { Caller } from '../framework/access/caller.ts';
import { changeAs } from '../framework/change-as.ts';
import type { Dependencies } from '../dependencies.ts';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { readFeatureRepresentation } from './representation.ts';
import type { FeatureRepresentation } from './representation.ts';
import { requireUnprotected } from './protected-serving.ts';

/** What the routes of one feature, its variables and its variations are given. */
export interface FeatureRequest {
  readonly organisation: OrganisationState;
  readonly project: ProjectState;
  readonly featureId: string;
  readonly params: { readonly feature: string };
  readonly role: Role;
  readonly caller: Caller;
  readonly ifMatch: string | undefined;
}

/** From the feature as it is to the feature as it shall be; `undefined` = deleted. Throws what is in the way. */
export type Alteration = (
  before: FeatureState,
  transaction: ChangeTransaction,
  project: ProjectState,
) => Promise<FeatureState | undefined>;

/**
 * One change of one feature: held and read, compared with `If-Match`, altered, allowed, written. Answers the feature as
 * it is stored then.
 */
export async function changeFeature(
  { organisation, project, featureId, params, role, caller, ifMatch }: FeatureRequest,
  dependencies: Dependencies,
  alter: Alteration,
): Promise<FeatureRepresentation | undefined> {
  const { result } = await changeAs(dependencies, caller, async (transaction) => {
    const { client } = transaction;
    const locked = await lockProjectOf(transaction, organisation, project);
    const [before] = await readFeatures(transaction, [featureId]);
    if (before === undefined) throw settingsErrors.unknown('feature', params.feature);
    if (ifMatch !== undefined) requireMatch(ifMatch, await readFeatureRepresentation(client, featureId));
    const after = await alter(before, transaction, locked);
    if (after !== undefined) requireNone(partsTooMany(before, after));
    await requireUnprotected(client, role, before, after);
    await changeFeatures(transaction, locked, [{ before, after }]);
    return readFeatureRepresentation(client, featureId);
  });
  return result;
}

/** One at a time a feature could be given more parts than a document may give it. One that has more keeps them. */
function* partsTooMany(before: FeatureState, after: FeatureState): Generator<Problem> {
  for (const part of ['variables', 'variations'] as const) {
    const most = maxEntries[part];
    const isGrown = after[part].length > before[part].length;
    if (isGrown && after[part].length > most)
      yield { path: '', message: `a feature has at most ${most} ${part}` };
  }
}

/** Nobody else changes the project or anything in it until the transaction ends. Throws 404 where it went meanwhile. */
export async function lockProjectOf(
  transaction: ChangeTransaction,
  organisation: OrganisationState,
  { slug }: Pick<ProjectState, 'slug'>,
): Promise<ProjectState> {
  const project = await lockProject(transaction, organisation, slug);
  if (project === undefined) throw settingsErrors.unknown('project', slug);
  return project;
}

/** Throws 400 with what is wrong. */
export function requireNone(problems: Iterable<Problem>): void {
  const found = firstProblems(problems);
  if (found.length > 0) throw settingsErrors.invalid(found);
}
