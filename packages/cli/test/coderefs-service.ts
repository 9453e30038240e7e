import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { createTestDatabase, startTestService } from '@bunting/testing';
import { recordSecrets } from '@bunting/testing/logs';

export const token = 'rpa_cli_test_0123456789abcdefghijklmnop';

export interface StoredReference {
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly snippet: string | null;
  readonly state: string;
}

/** The built coderefs-api on a database with one organisation and its project `shop`. */
export interface CoderefsService {
  readonly url: string;
  /** The environment variables that CI sets for the command. */
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
  recordSecrets(document);
  await applyDocument({ pool }, document);
  const service = await startTestService('coderefs-api', { DATABASE_URL: database.url, LOG_LEVEL: 'error' });
  return {
    url: service.url,
    env: { BUNTING_URL: service.url, BUNTING_TOKEN: token, BUNTING_PROJECT: 'shop' },
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
      await service.stop();
      await pool.end();
      await database.drop();
    },
  };
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
            {
              slug: 'prices',
              name: 'Prices',
              variables: [
                { slug: 'price-step', type: 'number', client: true },
                { slug: 'price-table', type: 'json' },
                { slug: 'price-text', type: 'string' },
              ],
              variations: [
                {
                  slug: 'a',
                  values: { 'price-step': 2, 'price-table': { cents: [99] }, 'price-text': "it's" },
                },
                { slug: 'b', values: { 'price-step': 0.5, 'price-table': [], 'price-text': 'as it is' } },
              ],
            },
          ],
        },
        {
          slug: 'admin',
          environments: [{ slug: 'production' }],
          features: [feature('menu', ['admin-menu'])],
        },
      ],
    },
  ],
};
