import { readFile } from 'node:fs/promises';
import {
  applyDocument,
  hashDocument,
  isAppliedLast,
  parseDocument,
  type BootstrapDocument,
  type GeneratedSecret,
  parseKey,
  readDocumentRules,
  textOfDocument,
} from '@bunting/bootstrap';
import { hashEnvironmentKey, hashSecret } from '@bunting/authentication';
import { ProblemsFound, type Problem } from '@bunting/definitions/checks';
import { createPool } from '@bunting/database';
import { Redis } from 'ioredis';
import { Failure, getErrorMessage } from '@bunting/embedded-servers';

type Pool = ReturnType<typeof createPool>;

export interface Bootstrap {
  readonly document: BootstrapDocument;
  /** Secrets that were generated because the document left them out; they are shown only this once. */
  readonly generated: readonly GeneratedSecret[];
  /** Warnings: what the document says and was not done. */
  readonly warnings: readonly Problem[];
  /** The hashes of its keys and tokens that are valid: others may have been revoked or deleted since. */
  readonly validHashes: ReadonlySet<string>;
}

/**
 * Applies the document in `file`, unless it is the one that was applied last, so that later changes of people stay. The demo is applied
 * only where its organisation does not exist: a release with a new demo must not overwrite changes. Throws a Failure that lists every
 * problem of the document.
 */
export async function applyBootstrap(
  file: string,
  env: {
    DATABASE_URL: string;
    REDIS_URL: string;
    SECRETS_ENCRYPTION_KEY: string;
    SECRETS_ENCRYPTION_KEY_PREVIOUS?: string | undefined;
    WEBHOOK_ALLOW_INSECURE_TARGETS?: string | undefined;
    DEFAULT_PLAN?: string | undefined;
    WEBHOOK_ALLOWED_NETWORKS?: string | undefined;
    WEBHOOK_ALLOWED_HTTP_NETWORKS?: string | undefined;
  },
  { isDemo = false } = {},
): Promise<Bootstrap> {
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Failure(
      `Can't read BOOTSTRAP_FILE (${getErrorMessage(error)}): correct the path, or leave it empty.`,
    );
  });
  const pool = createPool(env.DATABASE_URL);
  const redis = new Redis(env.REDIS_URL, { lazyConnect: true });
  try {
    await redis.connect();
    const text = textOfDocument(bytes);
    const document = parseDocument(text) as BootstrapDocument;
    const digest = hashDocument(text);
    if ((await isAppliedLast(pool, digest)) || (isDemo && (await hasOrganisation(pool, document)))) {
      return { document, generated: [], warnings: [], validHashes: await validHashesOf(pool, document) };
    }
    const { generated, warnings } = await applyDocument(
      {
        pool,
        redis,
        digest,
        secretsEncryptionKey: env.SECRETS_ENCRYPTION_KEY,
        previousSecretsEncryptionKey: env.SECRETS_ENCRYPTION_KEY_PREVIOUS || undefined,
        ...readDocumentRules(env),
      },
      document,
    );
    return { document, generated, warnings, validHashes: await validHashesOf(pool, document) };
  } catch (error) {
    if (!(error instanceof ProblemsFound)) throw error;
    throw new Failure(`The bootstrap document ${file} was not applied:\n${indent(error.message)}`);
  } finally {
    redis.disconnect();
    await pool.end();
  }
}

async function hasOrganisation(pool: Pool, { organisations }: BootstrapDocument): Promise<boolean> {
  const slugs = organisations.map(({ slug }) => slug.toLowerCase());
  const { rowCount } = await pool.query('SELECT 1 FROM organisation WHERE slug = ANY($1)', [slugs]);
  return rowCount !== 0;
}

async function validHashesOf(pool: Pool, { organisations }: BootstrapDocument): Promise<Set<string>> {
  const keys = organisations.flatMap(({ projects = [] }) =>
    projects.flatMap(({ environments = [] }) =>
      environments.flatMap(({ api_keys: named = [] }) => named.map(parseKey)),
    ),
  );
  const tokens = organisations.flatMap(({ api_tokens: named = [] }) =>
    named.flatMap(({ token }) => token ?? []),
  );
  const { rows } = await pool.query<{ hash: string }>(
    `SELECT key_hash AS hash FROM environment_key WHERE key_hash = ANY($1) AND revoked_at IS NULL
     UNION ALL SELECT token_hash FROM api_token WHERE token_hash = ANY($2) AND revoked_at IS NULL`,
    [
      keys.map(({ key, kind }) => hashEnvironmentKey(key, kind).hash),
      tokens.map((token) => hashSecret(token).hash),
    ],
  );
  return new Set(rows.map(({ hash }) => hash));
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
