import { readFile } from 'node:fs/promises';
import {
  applyDocument,
  parseDocument,
  type BootstrapDocument,
  type GeneratedSecret,
} from '@bunting/bootstrap';
import { ProblemsFound } from '@bunting/changes';
import { createPool } from '@bunting/database';
import { Redis } from 'ioredis';
import { Failure, reasonOf } from './failure.ts';

export interface Bootstrap {
  readonly document: BootstrapDocument;
  /** Secrets that the document left out, in clear for the only time. */
  readonly generated: readonly GeneratedSecret[];
}

/** Applies the document in `file`. Throws a Failure that lists every problem it has. */
export async function applyBootstrap(
  file: string,
  env: {
    DATABASE_URL: string;
    REDIS_URL: string;
    SECRETS_ENCRYPTION_KEY: string;
    SECRETS_ENCRYPTION_KEY_PREVIOUS?: string | undefined;
    WEBHOOK_ALLOW_INSECURE_TARGETS?: string | undefined;
  },
): Promise<Bootstrap> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new Failure(
      `BOOTSTRAP_FILE cannot be read (${reasonOf(error)}): correct the path, or set it to nothing.`,
    );
  });
  const pool = createPool(env.DATABASE_URL);
  const redis = new Redis(env.REDIS_URL, { lazyConnect: true });
  try {
    await redis.connect();
    const document = parseDocument(text) as BootstrapDocument;
    const { generated } = await applyDocument(
      {
        pool,
        redis,
        secretsEncryptionKey: env.SECRETS_ENCRYPTION_KEY,
        previousSecretsEncryptionKey: env.SECRETS_ENCRYPTION_KEY_PREVIOUS || undefined,
        allowInsecureTargets: env.WEBHOOK_ALLOW_INSECURE_TARGETS === 'true',
      },
      document,
    );
    return { document, generated };
  } catch (error) {
    if (!(error instanceof ProblemsFound)) throw error;
    throw new Failure(`The bootstrap document ${file} was not applied:\n${indent(error.message)}`);
  } finally {
    redis.disconnect();
    await pool.end();
  }
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}
