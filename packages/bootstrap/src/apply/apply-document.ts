import { type PasswordHashes, scryptHashes } from '@bunting/authentication';
import { type ChangesMade, type ChangeTransaction, runChange } from '@bunting/changes';
import { type Problem, ProblemsFound } from '@bunting/definitions/checks';
import type { Plan } from '@bunting/definitions/organisations';
import { createSealingKeys } from '@bunting/sealed-secrets';
import type { Cluster, Redis } from 'ioredis';
import type { Pool } from 'pg';
import { storeDigest } from '../document/applied-document.ts';
import { applyOrganisation } from './apply-organisation.ts';
import type { BootstrapRun, GeneratedSecret } from './bootstrap-run.ts';
import type { BootstrapDocument } from '../document/document-schema.ts';
import { refreshStatistics } from './refresh-statistics.ts';
import { validateDocument, type ValidateOptions } from '../check/validate-document.ts';

/** The database, the keys and the rules of `applyDocument`. */
export interface ApplyOptions extends ValidateOptions {
  readonly pool: Pool;
  /** Absent = evaluators find the change when they next poll. */
  readonly redis?: Redis | Cluster | undefined;
  /** `SECRETS_ENCRYPTION_KEY`; absent = signing secrets are stored as they are. */
  readonly secretsEncryptionKey?: string | undefined;
  /** `SECRETS_ENCRYPTION_KEY_PREVIOUS`: decrypts what was encrypted with the previous key. */
  readonly previousSecretsEncryptionKey?: string | undefined;
  /** `DEFAULT_PLAN`: of new organisations where the document names none; absent = enterprise. */
  readonly defaultPlan?: Plan | undefined;
  /** Absent = those of the services, `scryptHashes`. */
  readonly passwordHashes?: PasswordHashes | undefined;
  /** `PUBLIC_URL`, for the links in webhooks; absent = without links. */
  readonly publicUrl?: string | undefined;
  /** `hashDocument` of the document's text, stored for `isAppliedLast`. */
  readonly digest?: string | undefined;
}

/** The changes of `applyDocument`, and messages for the operator. */
export interface Applied extends Pick<ChangesMade<unknown>, 'recorded' | 'publications' | 'deliveries'> {
  /** Secrets that were generated because the document left them out. They cannot be read again. */
  readonly generated: readonly GeneratedSecret[];
  /** Entries of the document that were not applied: the password of an existing account, a revoked key or token. */
  readonly warnings: readonly Problem[];
}

/**
 * Applies a document in one transaction; applying it again changes nothing. Throws `ProblemsFound`, and writes nothing, when the
 * document is invalid or contradicts what is stored.
 */
export async function applyDocument(options: ApplyOptions, document: unknown): Promise<Applied> {
  const { pool, redis, secretsEncryptionKey, previousSecretsEncryptionKey } = options;
  const problems = validateDocument(document, options);
  if (problems.length > 0) throw new ProblemsFound(problems);
  const keys = {
    sealingKeys: createSealingKeys(secretsEncryptionKey, previousSecretsEncryptionKey),
    passwordHashes: options.passwordHashes ?? scryptHashes,
    defaultPlan: options.defaultPlan ?? 'enterprise',
  };
  const { result, ...made } = await runChange(
    { pool, redis, publicUrl: options.publicUrl, actor: 'bootstrap', source: 'bootstrap' },
    async (transaction) => {
      const run = await applyOrganisations(transaction, document as BootstrapDocument, keys);
      if (options.digest !== undefined) await storeDigest(transaction.client, options.digest);
      return run;
    },
  );
  return { generated: result.generated, warnings: result.warnings, ...made };
}

async function applyOrganisations(
  transaction: ChangeTransaction,
  { prune = false, organisations }: BootstrapDocument,
  keys: Pick<BootstrapRun, 'sealingKeys' | 'passwordHashes' | 'defaultPlan'>,
): Promise<BootstrapRun> {
  await lockBootstrap(transaction);
  const run: BootstrapRun = {
    transaction,
    prune,
    dryRun: false,
    createdById: null,
    generatesKeysFor: 'keyless environments',
    ...keys,
    generated: [],
    warnings: [],
    problems: [],
  };
  for (const [index, organisation] of organisations.entries()) {
    await applyOrganisation(run, organisation, `organisations[${index}]`);
  }
  if (run.problems.length > 0) throw new ProblemsFound(run.problems);
  await refreshStatistics(transaction);
  return run;
}

/** Waits for other documents that are being applied: both would create what neither finds. The lock ends with the transaction. */
async function lockBootstrap({ client }: ChangeTransaction): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('bunting bootstrap'))`);
}
