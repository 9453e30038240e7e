import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runBunting } from './run-bunting.ts';
import { startStandIn, type StandIn } from './service-stand-in.ts';
import { createRepository, type TemporaryRepository } from './temporary-repository.ts';

let service: StandIn;
let repository: TemporaryRepository;

beforeAll(() => {
  repository = createRepository({ 'src/a.ts': "client.isEnabled('checkout-layout');\n" });
});
afterAll(() => repository.remove());
beforeEach(async () => {
  service = await startStandIn(['checkout-layout']);
});
afterEach(() => service.stop());

const push = (args: readonly string[] = [], env: Record<string, string> = {}, from = repository) =>
  runBunting(from, ['refs', 'push', ...args], { ...service.env, ...env });

describe('a mistake in the command line', () => {
  it.each([
    ['no project', [], { BUNTING_PROJECT: '' }, 'No project set.'],
    ['no address', [], { BUNTING_URL: '' }, 'BUNTING_URL'],
    ['no token', [], { BUNTING_TOKEN: '' }, 'BUNTING_TOKEN'],
    ['an invalid address', [], { BUNTING_URL: 'flags.example.com' }, 'must be a URL'],
    ['an unknown provider', ['--provider', 'svn'], {}, '--provider must be one of'],
    ['an unknown option', ['--brnch', 'main'], {}, '--help'],
    ['an operand', ['web'], {}, '--help'],
  ])('ends with 2, also with --soft-fail: %s', async (_, args, env, words) => {
    for (const soft of [[], ['--soft-fail']]) {
      const { code, stderr } = await push([...args, ...soft], env);
      expect(code).toBe(2);
      expect(stderr).toContain(words);
    }
    expect(service.seen).toHaveLength(0);
  });

  it.each([
    ['a branch with a tab', ['--branch', 'a\tb'], {}, '--branch must be the name of a branch'],
    ['a long branch', ['--branch', 'b'.repeat(501)], {}, '--branch must be the name of a branch'],
    [
      'a branch of CI with a control character',
      [],
      { GITHUB_ACTIONS: 'true', GITHUB_REF: 'refs/heads/a\u0007b' },
      String.raw`it is "a\u0007b"`,
    ],
    ['a repository with a control character', ['--repository', 'acme/sh\top'], {}, '--repository must have'],
  ])('ends with 2 for what the service would refuse: %s', async (_, args, env, words) => {
    const { code, stderr } = await push(args, env);
    expect(code).toBe(2);
    expect(stderr).toContain(words);
    expect(service.seen).toHaveLength(0);
  });

  it('ends with 2 for a branch of git that is too long', async () => {
    repository.git('switch', '-q', '-c', Array.from({ length: 6 }, () => 'b'.repeat(100)).join('/'));
    const pushed = await push(['--any-branch']);
    repository.git('switch', '-q', 'main');
    expect(pushed).toMatchObject({ code: 2, stderr: expect.stringContaining('at most 500 characters') });
  });

  it('ends with 2 for a commit of CI that is none, where git has no commit', async () => {
    const empty = createRepository();
    const env = { GITHUB_ACTIONS: 'true', GITHUB_REF: 'refs/heads/main', GITHUB_SHA: '..' };
    const pushed = await push(['--allow-empty'], env, empty);
    empty.remove();
    expect(pushed).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('must be the hash of a commit'),
    });
  });

  it('ends with 2 outside a repository', async () => {
    const { code, stderr } = await runBunting({ ...repository, folder: '/' }, ['refs', 'push'], service.env);
    expect(code).toBe(2);
    expect(stderr).toContain('not a git repository');
  });
});
