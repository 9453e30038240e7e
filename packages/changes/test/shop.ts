import {
  changeEnvironments,
  newEnvironment,
  type EnvironmentState,
} from '../src/environments/environments.ts';
import { changeFeatures } from '../src/features/change-features.ts';
import { changeOrganisations, type OrganisationState } from '../src/organisations/organisations.ts';
import { changeProjects } from '../src/projects/projects.ts';
import { lockProject, type ProjectState } from '../src/projects/lock-project.ts';
import { changeServing } from '../src/serving/change-serving.ts';
import { runChange } from '../src/run-change.ts';
import { nothingServed, type ServingState } from '../src/serving/serving-state.ts';
import { readFeatures } from '../src/features/read-features.ts';
import { readServing } from '../src/serving/read-serving.ts';
import type { ChangeTransaction } from '../src/change-transaction.ts';
import type { FeatureState } from '../src/features/feature-state.ts';
import { createPool, newId } from '@bunting/database';
import { noMetadata } from '@bunting/definitions/metadata';
import { createTestDatabase } from '@bunting/testing';
import type { Pool } from 'pg';

/** Members of a variable without constraints. */
export const unconstrained = { description: '', constraints: null };

/** A project with one environment and one feature that serves something there, in a database of its own. */
export interface Shop {
  readonly pool: Pool;
  readonly organisation: OrganisationState;
  readonly environment: EnvironmentState;
  readonly feature: FeatureState;
  /** Locks the project and reads the stored states, as a route does before it changes them. */
  read(transaction: ChangeTransaction): Promise<Stored>;
  rows(statement: string): Promise<object[]>;
  end(): Promise<void>;
}

export interface Stored {
  readonly project: ProjectState;
  readonly feature: FeatureState;
  readonly served: ServingState;
}

export async function createShop(): Promise<Shop> {
  const database = await createTestDatabase();
  // Fifty writers at once wait for a connection, however busy the machine is.
  const pool = createPool(database.url, { connectionTimeoutMillis: 60_000 });
  const organisation: OrganisationState = {
    id: newId(),
    slug: 'acme',
    name: 'Acme',
    plan: 'free',
    status: 'active',
    mauCap: null,
    webhookEndpointCap: null,
    eventNameCap: null,
    storedMebibytesCap: null,
    environmentCap: null,
  };
  const project: ProjectState = {
    id: newId(),
    organisationId: organisation.id,
    slug: 'web',
    name: 'Web',
    clientByDefault: false,
    naming: null,
    advice: null,
  };
  const environment: EnvironmentState = { ...newEnvironment, id: newId(), slug: 'live', name: 'Live' };
  const variable = { id: newId(), slug: 'layout', type: 'string', client: false, ...unconstrained } as const;
  const variations = ['old', 'new', 'spare'].map((slug) => {
    return { id: newId(), slug, name: slug, values: new Map([[variable.id, slug]]) };
  });
  const feature: FeatureState = {
    id: newId(),
    slug: 'checkout',
    name: 'Checkout',
    description: '',
    status: 'live',
    salt: 'salt',
    ...noMetadata,
    variables: [variable],
    variations,
  };
  const served = {
    ...nothingServed,
    defaults: new Map([['layout', 'old']]),
    overrides: new Map([['u', 'new']]),
  };
  await runChange({ pool, actor: 'bootstrap', source: 'bootstrap' }, async (transaction) => {
    await changeOrganisations(transaction, [{ after: organisation }]);
    await changeProjects(transaction, [{ after: project }]);
    await changeEnvironments(transaction, project, [{ after: environment }]);
    await changeFeatures(transaction, project, [{ after: feature }]);
    await changeServing(transaction, project, [
      { feature, environment, before: nothingServed, after: served },
    ]);
  });
  await pool.query('DELETE FROM audit_record');
  return {
    pool,
    organisation,
    environment,
    feature,
    read: async (transaction) => {
      const locked = (await lockProject(transaction, organisation, 'web')) as ProjectState;
      const [stored] = await readFeatures(transaction, [feature.id]);
      const [{ defaults, targeting, overrides } = nothingServed] = await readServing(transaction, [
        feature.id,
      ]);
      return { project: locked, feature: stored as FeatureState, served: { defaults, targeting, overrides } };
    },
    rows: async (statement) => (await pool.query<object>(statement)).rows,
    end: async () => {
      await pool.end();
      await database.drop();
    },
  };
}
