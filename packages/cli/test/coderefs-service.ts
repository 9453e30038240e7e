import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { findFreePort } from '@bunting/local';
import { createTestDatabase } from '@bunting/local/testing';

const main = fileURLToPath(new URL('../../../services/coderefs-api/dist/main.js', import.meta.url));
export const token = 'rpa_cli_test_0123456789abcdefghijklmnop';

export interface StoredReference {
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly snippet: string | null;
  readonly state: string;
}

/** coderefs-api as it is shipped, on a database with one organisation and its project `shop`. */
export interface CoderefsService {
  readonly url: string;
  /** What CI would give the command. */
  readonly env: Readonly<Record<string, string>>;
  storedReferences(repository: string): Promise<readonly StoredReference[]>;
  connections(): Promise<
    readonly Readonly<Record<'provider' | 'repository' | 'branch' | 'commit', string>>[]
  >;
  stop(): Promise<void>;
}

export async function startCoderefsService(): Promise<CoderefsService> {
  const database = await createTestDatabase();
  const pool = createPool(database.url);
  await applyDocument({ pool }, document);
  const port = await findFreePort();
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: String(port), DATABASE_URL: database.url, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilReady(`${url}/readyz`);
  return {
    url,
    env: { BUNTING_URL: url, BUNTING_TOKEN: token, BUNTING_PROJECT: 'shop' },
    async storedReferences(repository) {
      const { rows } = await pool.query<StoredReference>(
        `SELECT key, file, line_number AS line, snippet, state
         FROM code_reference JOIN repository_connection c ON c.id = repository_connection_id
         WHERE c.repository = $1 ORDER BY file COLLATE "C", line_number, key`,
        [repository],
      );
      return rows;
    },
    async connections() {
      const { rows } = await pool.query<Record<'provider' | 'repository' | 'branch' | 'commit', string>>(
        'SELECT provider, repository, branch, commit_sha AS commit FROM repository_connection ORDER BY 1, 2',
      );
      return rows;
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      await pool.end();
      await database.drop();
    },
  };
}

async function untilReady(url: string): Promise<void> {
  for (let i = 0; i < 1_200; i++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await delay(25);
  }
  throw new Error('coderefs-api did not become ready.');
}

const feature = (slug: string, variables: readonly string[], status = 'live') => ({
  slug,
  name: slug,
  status,
  variables: variables.map((variable) => ({ slug: variable, type: 'boolean' })),
  variations: [{ slug: 'on', name: 'On', values: Object.fromEntries(variables.map((one) => [one, true])) }],
});

const document = {
  organisations: [
    {
      slug: 'acme',
      name: 'Acme',
      plan: 'business',
      status: 'active',
      api_tokens: [{ name: 'ci', token, scopes: ['code_references'] }],
      projects: [
        {
          slug: 'shop',
          name: 'Shop',
          environments: [{ slug: 'production', name: 'Production' }],
          features: [
            feature('checkout', ['checkout-enabled', 'checkout-layout']),
            feature('black-friday', ['black-friday'], 'archived'),
          ],
        },
      ],
    },
  ],
};
