import { makeChanges } from '@bunting/changes';
import { ProblemsFound } from '@bunting/definitions';
import type { ChangesMade, ChangeTransaction } from '@bunting/changes';
import type { Problem } from '@bunting/definitions';
import { createSealingKeys } from '@bunting/webhooks';
import type { SealingKeys } from '@bunting/webhooks';
import type { Cluster, Redis } from 'ioredis';
import type { Pool } from 'pg';
import { noteApplied } from './applied-document.ts';
import { applyOrganisation } from './apply-organisation.ts';
import type { BootstrapRun, GeneratedSecret } from './bootstrap-run.ts';
import type { BootstrapDocument } from './document-schema.ts';
import { validateDocument } from './validate-document.ts';
import type { ValidateOptions } from './validate-document.ts';

export interface ApplyOptions extends ValidateOptions {
  readonly pool: Pool;
  /** Absent = evaluators find the change when they next poll. */
  readonly redis?: Redis | Cluster | undefined;
  /** `SECRETS_ENCRYPTION_KEY`; absent = signing secrets are stored as they are. */
  readonly secretsEncryptionKey?: string | undefined;
  /** `SECRETS_ENCRYPTION_KEY_PREVIOUS`: opens what the key before sealed. */
  readonly previousSecretsEncryptionKey?: string | undefined;
  /** Of the file's text; remembered as that of the document applied last (see `isAppliedLast`). */
  readonly digest?: string | undefined;
}

export interface Applied extends Pick<ChangesMade<unknown>, 'recorded' | 'publications' | 'deliveries'> {
  /** Secrets that were made up because the document left them out. They cannot be had again. */
  readonly generated: readonly GeneratedSecret[];
  /** What the document says and was not done: a password of an account that was there, a key or token that was revoked. */
  readonly warnings: readonly Problem[];
}

/**
 * Brings the installation to what the document says, in one transaction; applying it again changes nothing. Throws
 * `ProblemsFound`, and writes nothing, when something is wrong with the document or it contradicts what is stored.
 */
export async function applyDocument(options: ApplyOptions, document: unknown): Promise<Applied> {
  const { pool, redis, secretsEncryptionKey, previousSecretsEncryptionKey } = options;
  const problems = validateDocument(document, options);
  if (problems.length > 0) throw new ProblemsFound(problems);
  const sealingKeys = createSealingKeys(secretsEncryptionKey, previousSecretsEncryptionKey);
  const { result, ...made } = await makeChanges(
    { pool, redis, actor: 'bootstrap', source: 'bootstrap' },
    async (transaction) => {
      const run = await applyWithin(transaction, document as BootstrapDocument, sealingKeys);
      if (options.digest !== undefined) await noteApplied(transaction.client, options.digest);
      return run;
    },
  );
  return { generated: result.generated, warnings: result.warnings, ...made };
}

async function applyWithin(
  transaction: ChangeTransaction,
  { prune = false, organisations }: BootstrapDocument,
  sealingKeys: SealingKeys,
): Promise<BootstrapRun> {
  await takeTurns(transaction);
  const run: BootstrapRun = {
    transaction,
    prune,
    dryRun: false,
    createdById: null,
    generatesKeysFor: 'keyless environments',
    sealingKeys,
    generated: [],
    warnings: [],
    problems: [],
  };
  for (const [index, organisation] of organisations.entries()) {
    await applyOrganisation(run, organisation, `organisations[${index}]`);
  }
  if (run.problems.length > 0) throw new ProblemsFound(run.problems);
  return run;
}

/** Two documents at once would both create what neither found. The lock goes with the transaction. */
async function takeTurns({ client }: ChangeTransaction): Promise<void> {
  await client.query(`SELECT pg_advisory_xact_lock(hashtext('bunting bootstrap'))`);
}
