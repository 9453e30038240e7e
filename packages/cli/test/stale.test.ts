import { applyDocument } from '@bunting/bootstrap';
import { createPool } from '@bunting/database';
import { createTestDatabase, startTestRedis, startTestService } from '@bunting/testing';
import { recordSecrets } from '@bunting/testing/logs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runBunting } from './run-bunting.ts';
import { json, startStandIn } from './service-stand-in.ts';
import { createRepository, type TemporaryRepository } from './temporary-repository.ts';

const token = 'rpa_cli_stale_0123456789abcdefghijklmno';

const feature = (slug: string, more: object = {}) => ({
  slug,
  variables: [{ slug: `${slug}-flag`, type: 'string' }],
  variations: ['classic', 'one-page'].map((value) => ({ slug: value, values: { [`${slug}-flag`]: value } })),
  ...more,
});
const everybody = {
  targeting: { enabled: true, rules: [{ name: 'All', serve: { variation: 'one-page' } }] },
};
const half = {
  targeting: {
    enabled: true,
    rules: [
      {
        name: 'Half',
        serve: {
          split: [
            { variation: 'classic', weight: 50 },
            { variation: 'one-page', weight: 50 },
          ],
        },
      },
    ],
  },
};
const document = {
  organisations: [
    {
      slug: 'acme',
      plan: 'business',
      members: [{ email: 'ada@acme.example', role: 'owner' }],
      api_tokens: [{ name: 'ci', token, scopes: ['settings'], created_by: 'ada@acme.example' }],
      projects: [
        { slug: 'api', environments: [{ slug: 'production' }] },
        {
          slug: 'shop',
          environments: [{ slug: 'production' }],
          features: [
            feature('checkout', { owners: ['@acme/shop'], environments: { production: everybody } }),
            feature('dark', { environments: { production: { targeting: { enabled: false } } } }),
            feature('prices', { environments: { production: half } }),
            feature('retired', { status: 'archived' }),
            feature('stays', { permanent: true, environments: { production: everybody } }),
          ],
        },
      ],
    },
  ],
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let redis: Awaited<ReturnType<typeof startTestRedis>>;
let service: Awaited<ReturnType<typeof startTestService>>;
let env: Readonly<Record<string, string>>;
let repository: TemporaryRepository;

beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
  recordSecrets(document);
  const pool = createPool(database.url);
  await applyDocument({ pool }, document);
  // Everything is 60 days old, and two references are recorded.
  for (const table of ['feature', 'audit_record']) {
    await pool.query(`UPDATE ${table} SET created_at = created_at - interval '60 days'`);
  }
  await pool.query('UPDATE feature SET updated_at = created_at');
  await pool.query(`UPDATE datafile_fragment SET written_at = written_at - interval '60 days'`);
  await pool.query(
    `WITH connection AS (
       INSERT INTO repository_connection (id, project_id, repository, branch, commit_sha, snapshot_at)
       SELECT gen_random_uuid(), id, 'acme/app', 'main', 'c0ffee', now() FROM project WHERE slug = 'shop' RETURNING id)
     INSERT INTO code_reference (id, repository_connection_id, key, file, line_number, location_hash)
     SELECT gen_random_uuid(), id, key, 'src/app.ts', 7, sha256(key::bytea)
     FROM connection CROSS JOIN unnest('{checkout-flag,prices-flag}'::text[]) AS key`,
  );
  await pool.end();
  service = await startTestService('settings-api', {
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    LOG_LEVEL: 'error',
  });
  env = { BUNTING_URL: service.url, BUNTING_TOKEN: token, BUNTING_PROJECT: 'shop' };
  repository = createRepository({
    'src/a.ts': "client.getString('checkout-flag');\nclient.getString('prices-flag');\n",
    'src/b.ts': "client.getString('checkout-flag');\n// client.getString('retired-flag')\n",
    'several.yaml': 'projects:\n  - { path: src, project: shop }\n  - { path: lib, project: api }\n',
    'lib/a.ts': "client.getString('api-flag');\n",
    'src/c.ts': "client.getString('stays-flag');\nclient.getString('unheard-of');\n",
  });
});
afterAll(async () => {
  repository.remove();
  await service.stop();
  await Promise.all([database.drop(), redis.stop()]);
});

const stale = (...args: string[]) => runBunting(repository, ['refs', 'stale', ...args], env);
const plan = (...args: string[]) => runBunting(repository, ['refs', 'plan', ...args], env);

describe('bunting refs stale', () => {
  it('prints where the keys are and the value to replace each with, those to delete first', async () => {
    const { code, stdout } = await stale('--no-snippets');
    expect({ code, lines: stdout.split('\n') }).toEqual({
      code: 0,
      lines: [
        'src/b.ts:2: retired-flag (delete, not certain): the default in the code',
        'src/a.ts:1: checkout-flag (remove_code): "one-page"',
        'src/b.ts:1: checkout-flag (remove_code): "one-page"',
        'src/a.ts:2: prices-flag (finish): choose a value first',
        '',
      ],
    });
  });

  it.each([
    [['--verdict', 'finish'], ['prices-flag']],
    [['--owner', '@acme/shop'], ['checkout-flag']],
    [['--owner', 'ada@acme.example'], []],
  ])('is narrowed by %j', async (args, keys) => {
    const { stdout } = await stale('--format', 'json', ...args);
    const found = JSON.parse(stdout) as { keys: { key: string }[] };
    expect(found.keys.map(({ key }) => key)).toEqual(keys);
  });

  it.each([
    [[], 'No stale keys.'],
    [
      ['--verdict', 'delete', '--owner', '@acme/shop'],
      'No stale keys with the verdict delete and the owner @acme/shop.',
    ],
  ])('says so where nothing is stale: %j', async (args, words) => {
    const fresh = createRepository({ 'a.ts': "client.getString('stays-flag');\n" });
    for (const format of ['text', 'json', 'markdown']) {
      const { code, stderr } = await runBunting(fresh, ['refs', 'stale', '--format', format, ...args], env);
      expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(words) });
    }
    fresh.remove();
    expect((await stale()).stderr).not.toContain('No stale keys');
  });

  it('writes JSON, CSV, SARIF and Markdown', async () => {
    const { keys } = JSON.parse((await stale('--format', 'json')).stdout) as { keys: object[] };
    expect(keys[1]).toMatchObject({
      key: 'checkout-flag',
      feature: 'checkout',
      owners: ['@acme/shop'],
      verdict: 'remove_code',
      certain: true,
      forward: { variation: 'one-page', value: 'one-page' },
      put: '"one-page"',
      reasons: [
        expect.stringMatching(/^serves one-page to everybody in production since /),
        expect.any(String),
        expect.any(String),
      ],
      references: [{ file: 'src/a.ts', line_number: 1 }, { file: 'src/b.ts' }],
    });
    const csv = (await stale('--format', 'csv')).stdout.split('\r\n');
    expect(csv[2]).toBe(
      `checkout-flag,checkout,remove_code,true,"""one-page""",src/a.ts,1,client.getString('checkout-flag');`,
    );
    const sarif = JSON.parse((await stale('--format', 'sarif')).stdout) as {
      runs: { results: { ruleId: string; level: string }[] }[];
    };
    expect(sarif.runs[0]!.results.map(({ ruleId, level }) => `${ruleId} ${level}`)).toEqual([
      'stale-flag note',
      'stale-flag warning',
      'stale-flag warning',
      'stale-flag warning',
    ]);
    const markdown = (await stale('--format', 'markdown')).stdout;
    expect(markdown).toContain('### Stale feature flags: 3 keys in 4 references');
    expect(markdown).toContain('| `checkout-flag` | remove_code | `"one-page"` |');
  });

  it('fails with --check for what is certainly to be cleaned up, and lets --max pass', async () => {
    const failed = await stale('--check');
    expect(failed.code).toBe(1);
    expect(failed.stderr).toMatch(/checkout-flag: remove_code, serves one-page to everybody in production/);
    expect(failed.stderr).toContain('Check failed: 1 key.');
    expect(failed.stderr).not.toContain('retired-flag:');
    const passed = await stale('--check', '--max', '1');
    expect(passed.code).toBe(0);
    expect(passed.stderr).toContain('Check passed.');
    expect((await stale('--check', '--verdict', 'finish')).code).toBe(0);
    expect((await stale('--check', '--soft-fail')).code).toBe(0);
  });

  it('looks in the project of each folder', async () => {
    const args = ['refs', 'stale', '--format', 'json', '--config', 'several.yaml'];
    const { stdout } = await runBunting(repository, args, { ...env, BUNTING_PROJECT: '' });
    const { project, keys } = JSON.parse(stdout) as {
      project: null;
      keys: { key: string; project: string }[];
    };
    expect(project).toBeNull();
    expect(keys.map(({ key, project: own }) => `${own} ${key}`)).toEqual([
      'shop retired-flag',
      'shop checkout-flag',
      'shop prices-flag',
    ]);
  });

  it('ends with 2 without a project, a service, or a check that --max belongs to', async () => {
    expect((await runBunting(repository, ['refs', 'stale'])).stderr).toContain(
      'Set BUNTING_URL and BUNTING_TOKEN.',
    );
    expect((await stale('--max', '1')).stderr).toContain('--max needs --check.');
    const without = await runBunting(repository, ['refs', 'stale'], { ...env, BUNTING_PROJECT: '' });
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining('No project set.') });
  });

  it('ends with 3 where the service refuses, or answers something else', async () => {
    expect(await stale('--project', 'nowhere')).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('There is no project "nowhere".'),
    });
    const standIn = await startStandIn([]);
    standIn.next(json(200, { organisations: [] }));
    expect(await runBunting(repository, ['refs', 'stale'], standIn.env)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Unexpected response to GET /settings/v1/organisations'),
    });
    await standIn.stop();
  });
});

describe('bunting refs plan', () => {
  it('prints the value, every reference of every repository, and the steps', async () => {
    const { code, stdout } = await plan('Checkout-Flag');
    expect(code).toBe(0);
    expect(
      stdout.replaceAll(/since .*|^ {2}(asked|unknown).*\n/gm, (text) =>
        text.startsWith('since') ? 'since …' : '',
      ),
    ).toBe(
      `checkout: remove_code
  serves one-page to everybody in production since …
  1 reference in the code

Values:
  checkout-flag: "one-page"

References: 1 reference in 1 repository.
  acme/app src/app.ts:7 checkout-flag

Steps:
  1. Replace each call with the value above and delete the dead code.
  2. Deploy.
  3. Wait until checkout is no longer evaluated. Its page shows the last evaluation: ${service.url}/o/acme/p/shop/features/checkout
  4. Archive it on that page.
  5. Delete it there when it has not been evaluated for a while.
`,
    );
  });

  it.each([
    ['dark', 'the default in the code'],
    ['prices-flag', 'not constant: choose a value'],
    ['retired-flag', 'the default in the code'],
  ])('says of %s: %s', async (key, put) => {
    const { stdout } = await plan(key, '--format', 'json');
    const found = JSON.parse(stdout) as { values: { put: string }[]; references: unknown[] };
    expect(found.values).toMatchObject([{ put }]);
    expect(found.references).toHaveLength(key === 'prices-flag' ? 1 : 0);
  });

  it('ends with 2 for a key that is not there, and without one', async () => {
    expect(await plan('nothing')).toMatchObject({
      code: 2,
      stderr: 'shop has neither a variable nor a feature "nothing".\n',
    });
    expect((await plan()).stderr).toContain('bunting refs plan KEY');
  });
});
