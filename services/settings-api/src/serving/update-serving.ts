import { changeServing, readEnvironments, readFeatures, readTargetingAndDefaults } from '@bunting/changes';
import type {
  ChangeTransaction,
  EnvironmentState,
  FeatureState,
  OrganisationState,
  ProjectState,
  Role,
  ServingState,
} from '@bunting/changes';
import type { Caller } from '../framework/access/caller.ts';
import { changeAs } from '../framework/change-as.ts';
import type { Dependencies } from '../dependencies.ts';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { lockProjectOf } from '../features/change-feature.ts';
import { requirePermission } from '../framework/access/require-permission.ts';
import { readServedRepresentation } from './representation.ts';
import type { ServedRepresentation } from './representation.ts';

/** What the routes of what one environment serves for one feature are given. */
export interface ServedRequest {
  readonly organisation: OrganisationState;
  readonly project: ProjectState;
  readonly environment: EnvironmentState;
  readonly featureId: string;
  readonly params: { readonly feature: string; readonly env: string };
  readonly role: Role;
  readonly caller: Caller;
  readonly ifMatch: string | undefined;
}

/** What is there, held. Of overrides it has none: who changes one puts it into both states. */
export interface ServingBefore {
  readonly transaction: ChangeTransaction;
  readonly project: ProjectState;
  readonly feature: FeatureState;
  readonly environment: EnvironmentState;
  readonly served: ServingState;
}

export interface Alteration {
  /** Absent = `served` as it was read. */
  readonly before?: ServingState;
  readonly after: ServingState;
}

/**
 * One change of what an environment serves for a feature: held and read, allowed, compared with `If-Match`, altered,
 * written. Answers what is served then.
 */
export async function updateServing(
  { organisation, project, environment, featureId, params, role, caller, ifMatch }: ServedRequest,
  dependencies: Dependencies,
  alter: (before: ServingBefore) => Promise<Alteration> | Alteration,
): Promise<ServedRepresentation> {
  const { result, publications } = await changeAs(dependencies, caller, async (transaction) => {
    const locked = await lockProjectOf(transaction, organisation, project);
    const there = await requireEnvironment(transaction, locked, environment.id, params.env);
    // It may have been protected since the path was looked up.
    requirePermission(role, 'serve', there);
    const [feature] = await readFeatures(transaction, [featureId]);
    const served = await readTargetingAndDefaults(transaction, featureId, there.id);
    if (feature === undefined || served === undefined)
      throw settingsErrors.unknown('feature', params.feature);
    const read = () => readServedRepresentation(transaction.client, featureId, there.id);
    if (ifMatch !== undefined) requireMatch(ifMatch, await read());
    const altered = await alter({ transaction, project: locked, feature, environment: there, served });
    const { before = served, after } = altered;
    await changeServing(transaction, locked, [{ feature, environment: there, before, after }]);
    return (await read()) as ServedRepresentation;
  });
  const published = publications.find(({ environmentId }) => environmentId === environment.id);
  return { ...result, version: published?.version ?? result.version };
}

async function requireEnvironment(
  transaction: ChangeTransaction,
  project: ProjectState,
  id: string,
  slug: string,
): Promise<EnvironmentState> {
  const environments = await readEnvironments(transaction, project);
  const found = environments.find((environment) => environment.id === id);
  if (found === undefined) throw settingsErrors.unknown('environment', slug);
  return found;
}
