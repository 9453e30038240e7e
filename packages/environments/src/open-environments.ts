import type { Config } from '@bunting/config';
import { createDatafileStore, type DatafileStore, type FoundKey } from '@bunting/datafile';
import {
  openEvaluationCounts,
  type evaluationCountFields,
  type EvaluationCounts,
} from '@bunting/evaluation-counts';
import { createSealingKeys, type userSigningFields } from '@bunting/sealed-secrets';
import { createReadiness, type Readiness, type ServiceContext } from '@bunting/service';
import { openStore, type OpenStore, type OpenStoreOptions, type StoreConfig } from './open-store.ts';
import { createUserSignatures, type RequireSignature } from './user-signatures.ts';

/** The open resources of eval-api and ingest-api: compiled environments. The service's context closes it. */
export interface OpenEnvironments extends OpenStore<FoundKey, DatafileStore> {
  readonly requireSignature: RequireSignature;
  /** Evaluations of these environments are counted, and stored until the context closes. */
  readonly counts: EvaluationCounts;
  readonly readiness: Readiness;
}

/** Opens environments, compiled, and what verifies signatures of users. The service is ready while it can find any environment. */
export async function openEnvironments(
  context: ServiceContext<StoreConfig & Config<typeof userSigningFields & typeof evaluationCountFields>>,
  options: OpenStoreOptions = {},
): Promise<OpenEnvironments> {
  const { config, log } = context;
  const counts = openEvaluationCounts(context);
  const { opened, canFind } = await openStore<FoundKey, DatafileStore>(context, options, (given) =>
    createDatafileStore({ ...given, onRetired: (environment) => counts.retire(environment) }),
  );
  const { pool, environments } = opened;
  const writer = counts.start({ pool, environments: () => environments.cached() });
  context.defer(() => writer.close());
  return {
    ...opened,
    counts,
    requireSignature: createUserSignatures({
      sealingKeys: createSealingKeys(
        config.USER_SIGNING_ENCRYPTION_KEY,
        config.USER_SIGNING_ENCRYPTION_KEY_PREVIOUS,
      ),
      log,
    }),
    readiness: createReadiness(canFind),
  };
}
