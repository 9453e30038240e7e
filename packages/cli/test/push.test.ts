import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runBunting } from './run-bunting.ts';
import { json, reset, startStandIn, type StandIn } from './service-stand-in.ts';
import { cloneRepository, createRepository, type TemporaryRepository } from './temporary-repository.ts';

const source = "client.isEnabled('checkout-layout');\nclient.isEnabled('new-search'); // sic\n";

let service: StandIn;
let repository: TemporaryRepository;
const clones: TemporaryRepository[] = [];

beforeAll(() => {
  repository = createRepository({
    'src/a.ts': source,
    'docs/a.md': 'Set `checkout-layout`.',
    'lib/b.ts': 'export {};',
  });
});
afterAll(() => repository.remove());
beforeEach(async () => {
  service = await startStandIn(['checkout-layout']);
});
afterEach(async () => {
  await service.stop();
  for (const clone of clones.splice(0)) clone.remove();
});

const push = (args: readonly string[] = [], env: Record<string, string> = {}, from = repository) =>
  runBunting(from, ['refs', 'push', ...args], { ...service.env, ...env });
const posts = () => service.seen.filter(({ method }) => method === 'POST');
const clone = (...args: string[]) => {
  const one = cloneRepository(repository, ...args);
  clones.push(one);
  return one;
};
const asOrigin = ['--repository', 'acme/shop'];

describe('refs push', () => {
  it('requests the keys of the project, then sends one snapshot with all references', async () => {
    const { code, stderr } = await push(['--project', 'Web.Shop']);

    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Pushed acme/shop (main at '),
    });
    expect(service.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/code-references/keys?project=Web.Shop&include=archived_keys',
      'POST /v1/code-references',
    ]);
    expect(service.seen[1]?.headers).toMatchObject({
      authorization: 'Bearer rpa_test_token',
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
    expect(JSON.parse(service.seen[1]?.body ?? '')).toEqual({
      project: 'Web.Shop',
      provider: 'github',
      repository: 'acme/shop',
      branch: 'main',
      commit_sha: repository.git('rev-parse', 'HEAD'),
      references: [
        { key: 'checkout-layout', file: 'docs/a.md', line_number: 1, snippet: 'Set `checkout-layout`.' },
        {
          key: 'checkout-layout',
          file: 'src/a.ts',
          line_number: 1,
          snippet: "client.isEnabled('checkout-layout');",
        },
        {
          key: 'new-search',
          file: 'src/a.ts',
          line_number: 2,
          snippet: "client.isEnabled('new-search'); // sic",
        },
      ],
    });
    expect(stderr).toContain('3 references, 2 of them to variables of the project');
    expect(stderr).toContain('Keys that are not in the project: new-search');
  });

  it('scans the whole repository from one of its folders', async () => {
    await runBunting(
      { ...repository, folder: join(repository.folder, 'lib') },
      ['refs', 'push'],
      service.env,
    );
    expect(JSON.parse(posts()[0]?.body ?? '').references).toHaveLength(3);
  });

  it('sends no code with --no-snippets', async () => {
    await push(['--no-snippets']);
    expect(posts()[0]?.body).not.toContain('isEnabled');
  });

  it('prints the snapshot and sends nothing with --dry-run', async () => {
    const { code, stdout } = await push(['--dry-run']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).references).toHaveLength(3);
    expect(posts()).toHaveLength(0);
  });

  it('accepts an address with a path', async () => {
    await push([], { BUNTING_URL: `${service.url}/flags/` });
    expect(service.seen[0]?.path).toBe('/flags/v1/code-references/keys?project=shop&include=archived_keys');
  });
});

describe('a branch that is not the default one', () => {
  it('is not pushed, which is no failure', async () => {
    const { code, stderr } = await push(['--branch', 'feature-x']);
    expect(code).toBe(0);
    expect(stderr).toContain('Nothing pushed: feature-x is not the default branch main.');
    expect(service.seen).toHaveLength(0);
  });

  it('is pushed with --any-branch', async () => {
    expect(await push(['--branch', 'feature-x', '--any-branch'])).toMatchObject({ code: 0 });
    expect(JSON.parse(posts()[0]?.body ?? '').branch).toBe('feature-x');
  });

  it('is pushed when --default-branch names it', async () => {
    await push(['--branch', 'trunk', '--default-branch', 'trunk']);
    expect(posts()).toHaveLength(1);
  });

  it('can be a detached commit, which is not pushed', async () => {
    const detached = clone();
    detached.git('checkout', '-q', '--detach');
    const { code, stderr } = await push(asOrigin, {}, detached);
    expect(code).toBe(0);
    expect(stderr).toContain('no branch is checked out');
  });

  it('is an error if the default branch is not known', async () => {
    const lost = clone();
    lost.git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD');
    const { code, stderr } = await push(asOrigin, {}, lost);
    expect(code).toBe(2);
    expect(stderr).toContain('--default-branch');
    lost.git('config', 'init.defaultBranch', 'main');
    expect(await push(asOrigin, {}, lost)).toMatchObject({ code: 0 });
  });
});

describe('an incomplete working tree', () => {
  const expectRefused = async (from: TemporaryRepository, words: string) => {
    const { code, stderr } = await push(asOrigin, {}, from);
    expect({ code, posts: posts().length }).toEqual({ code: 2, posts: 0 });
    expect(stderr).toContain(words);
  };

  it('is refused if the checkout is sparse', async () => {
    const sparse = clone('--sparse');
    await expectRefused(sparse, 'sparse checkout: ');
  });

  it('is refused if the clone is shallow and partial', async () => {
    await expectRefused(clone('--depth', '1', '--filter=blob:none', '--sparse'), 'sparse checkout: ');
    await expectRefused(clone('--depth', '1', '--filter=blob:none', '--no-checkout'), 'Nothing pushed');
  });

  it('is refused if a tracked file is missing', async () => {
    const incomplete = clone();
    rmSync(join(incomplete.folder, 'docs/a.md'));
    await expectRefused(incomplete, '1 tracked file missing, such as docs/a.md');
  });

  it.each(['--allow-partial', '--allow-empty'])('is pushed with %s', async (option) => {
    const incomplete = clone();
    rmSync(join(incomplete.folder, 'docs/a.md'));
    expect(await push([...asOrigin, option], {}, incomplete)).toMatchObject({ code: 0 });
    expect(JSON.parse(posts()[0]?.body ?? '').references).toHaveLength(2);
  });

  it('is not a clone that is only shallow, or partial but completely checked out', async () => {
    for (const args of [['--depth', '1'], ['--filter=blob:none']]) {
      expect(await push(asOrigin, {}, clone(...args))).toMatchObject({ code: 0 });
    }
    expect(posts()).toHaveLength(2);
    expect(posts()[0]?.body).toBe(posts()[1]?.body);
  });
});

describe('a scan without references', () => {
  it('is refused without --allow-empty', async () => {
    const empty = createRepository({ 'a.ts': 'export {};' });
    clones.push(empty);
    for (const args of [[], ['--allow-partial']]) {
      const { code, stderr } = await push(args, {}, empty);
      expect(code).toBe(2);
      expect(stderr).toContain('no reference was found');
    }
    expect(await push(['--allow-empty'], {}, empty)).toMatchObject({ code: 0 });
    expect(JSON.parse(posts()[0]?.body ?? '').references).toEqual([]);
  });

  it('is sent with --allow-empty from a repository without a commit', async () => {
    const empty = createRepository();
    clones.push(empty);
    expect(await push(['--allow-empty'], {}, empty)).toMatchObject({ code: 0 });
    expect(JSON.parse(posts()[0]?.body ?? '')).not.toHaveProperty('commit_sha');
  });
});

describe('a service that fails', () => {
  it.each([
    ['429', json(429, { error: 'Slow down.' }, { 'Retry-After': '0' })],
    ['503', json(503, { error: 'Not now.' })],
    ['a connection that ends', reset],
  ])(
    'gets the whole snapshot again after %s',
    async (_, answer) => {
      service.next(answer);
      const { code, stderr } = await push();
      expect(code).toBe(0);
      expect(stderr).toContain('retrying in');

      service.next(json(200, { keys: [] }), answer);
      expect(await push()).toMatchObject({ code: 0 });
      expect(posts().at(-1)?.body).toBe(posts().at(-2)?.body);
    },
    30_000,
  );

  it.each([
    [400, 'Something is wrong.', 'Something is wrong.', undefined],
    [401, 'Invalid or missing organisation token.', 'Check BUNTING_TOKEN', undefined],
    [402, 'Upgrade.', 'Business and Enterprise', undefined],
    [403, 'Suspended.', 'Suspended.', undefined],
    [404, 'No such project.', 'Check --project', 'not_found'],
    [413, 'Too large.', '--no-snippets', undefined],
  ])('is not tried again after %d, and the command ends with 3', async (status, error, words, code) => {
    service.next(json(status, { error, code }));
    const { code: exitCode, stderr } = await push();
    expect(exitCode).toBe(3);
    expect(stderr).toContain(words);
    expect(service.seen).toHaveLength(1);
    expect(stderr).not.toContain('rpa_test_token');
  });

  it('names the file and the key of a reference that is refused', async () => {
    service.next(
      json(200, { keys: [] }),
      json(400, {
        error: 'A sentence that nothing reads.',
        code: 'invalid',
        details: [{ path: 'references[1].file', message: 'must not contain control characters' }],
      }),
    );
    const { code, stderr } = await push();
    expect(code).toBe(3);
    expect(stderr).toContain('references[1] is src/a.ts:2: new-search.');
  });

  it('ends the command with 3 if its Retry-After is too long for a job', async () => {
    service.next(json(503, { error: 'Down for the night.' }, { 'Retry-After': '28800' }));
    expect(await push()).toMatchObject({ code: 3, stderr: expect.stringContaining('Down for the night.') });
  });

  it('ends the command with 3 if it redirects, or answers without JSON or a receipt', async () => {
    service.next((_, response) => response.writeHead(301, { Location: 'https://elsewhere.example/' }).end());
    expect(await push()).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('https://elsewhere.example/'),
    });
    service.next((_, response) => response.writeHead(200).end('<html>'));
    expect(await push()).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Check BUNTING_URL.'),
    });
    service.next(json(200, { keys: [] }), json(200, {}));
    expect(await push()).toMatchObject({ code: 3 });
  });

  it('ends the command with 0 under --soft-fail, and is still reported', async () => {
    service.next(json(401, { error: 'Invalid or missing organisation token.' }));
    const { code, stderr } = await push(['--soft-fail']);
    expect(code).toBe(0);
    expect(stderr).toContain('answered 401');
    expect(stderr).toContain('Exiting with 0 instead of 3');
  });
});
