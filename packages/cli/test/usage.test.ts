import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, getOptions, type CommandName } from '../src/command/options.ts';
import { runBunting } from './run-bunting.ts';
import { startStandIn, type StandIn } from './service-stand-in.ts';
import { cleanEnvironment, createRepository, type TemporaryRepository } from './temporary-repository.ts';

/** A folder without a repository. A command that looks for one fails with another message. */
let folder: string;
let service: StandIn;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bunting-cli-'));
  writeFileSync(join(folder, 'bunting.yaml'), 'projct: nobody reads this\n');
  mkdirSync(join(folder, 'folder.d.ts'));
  service = await startStandIn([]);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

/** Returns the reported problems, one per line. */
async function problemsOf(name: CommandName, args: readonly string[], env: Record<string, string> = {}) {
  const { words } = commands[name];
  const argv = [...words.split(' ').slice(1), ...args];
  const ran = await runBunting({ folder, env: cleanEnvironment(folder) }, argv, {
    ...service.env,
    ...env,
  });
  expect({ code: ran.code, stdout: ran.stdout, asked: service.seen.length }).toEqual({
    code: 2,
    stdout: '',
    asked: 0,
  });
  const lines = ran.stderr.trimEnd().split('\n');
  expect(lines.pop()).toBe(`See ${words} --help.`);
  return lines;
}

const notAProject =
  'must be the slug of a project: at most 100 letters, digits, ".", "_" and "-", the first a letter or a digit';
const long = 'a'.repeat(501);

/** Wrong values of every option that takes one, and what is reported about them. */
const wrong: Readonly<Record<string, readonly (readonly [value: string, message: string])[]>> = {
  project: [
    ['web shop', notAProject],
    ['a'.repeat(101), notAProject],
  ],
  url: [
    ['flags.example.com', 'must be a URL such as https://flags.example.com'],
    ['ftp://flags.example.com', 'must be a URL such as https://flags.example.com'],
  ],
  config: [
    ['nowhere.yaml', 'cannot be read (ENOENT)'],
    ['.', 'must be a file'],
  ],
  'keys-file': [['nowhere.txt', 'cannot be read (ENOENT)']],
  provider: [['svn', 'must be one of github, gitlab, bitbucket']],
  repository: [
    ['shop', 'must have the form owner/repo'],
    ['acme/', 'must have the form owner/repo'],
    ['acme/../shop', 'must have the form owner/repo'],
    ['https://github.com/acme/shop', 'must have the form owner/repo'],
    [`acme/${long}`, 'must have the form owner/repo'],
  ],
  branch: [[long, 'must be the name of a branch, at most 500 characters']],
  'default-branch': [[' ', 'must be the name of a branch, at most 500 characters']],
  out: [
    ['nowhere/bunting.d.ts', 'must be in an existing folder'],
    ['bunting.ts', 'must end in .d.ts, .d.mts or .d.cts'],
    ['.', 'must end in .d.ts, .d.mts or .d.cts'],
    ['folder.d.ts', 'must be a file'],
  ],
  verdict: [['keep', 'must be one of delete, archive, remove_code, finish']],
  owner: [[long, 'must be an owner, at most 100 characters']],
  max: [
    ['1.5', 'must be a whole number'],
    ['-1', 'must be a whole number'],
  ],
  output: [
    ['nowhere/result.json', 'must be in an existing folder'],
    ['.', 'must be a file'],
  ],
};
const names = Object.keys(commands) as CommandName[];
const base = { push: [], scan: [], diff: ['main'], stale: [], plan: ['checkout'], types: [] };

describe.each(names)('%s ends with 2, before it reads a file or calls the service,', (name) => {
  const options = Object.entries(getOptions(name));
  const formats = {
    push: undefined,
    scan: 'must be one of text, json, csv, sarif, markdown',
    diff: 'must be one of markdown, json, text',
    stale: 'must be one of text, json, csv, sarif, markdown',
    plan: 'must be one of text, json',
    types: undefined,
  };

  for (const [option, { value: valueName }] of options) {
    if (valueName === undefined) {
      it(`for --${option} with a value`, async () => {
        if (option === 'help') return;
        expect(await problemsOf(name, [...base[name], `--${option}=no`])).toEqual([
          `--${option} takes no value.`,
        ]);
      });
    } else {
      it(`for a wrong --${option}, an empty one, and one without a value`, async () => {
        const values = option === 'format' ? [['xml', formats[name]!] as const] : wrong[option]!;
        for (const [value, message] of values) {
          expect(await problemsOf(name, [...base[name], `--${option}=${value}`])).toEqual([
            `--${option} ${message}; it is "${value}".`,
          ]);
        }
        expect(await problemsOf(name, [...base[name], `--${option}`, ''])).toEqual([
          `--${option} must not be empty.`,
        ]);
        expect(await problemsOf(name, [...base[name], `--${option}`])).toEqual([
          `--${option} takes a value.`,
        ]);
        expect(await problemsOf(name, [...base[name], `--${option}`, '--verbose'])).toEqual([
          `--${option} takes a value, not "--verbose".`,
        ]);
      });
    }
  }

  it('for environment variables with wrong values', async () => {
    const env = { BUNTING_URL: 'flags', BUNTING_PROJECT: 'web shop', BUNTING_TOKEN: 'ghp_0123456789abcdef' };
    expect(await problemsOf(name, base[name], env)).toEqual([
      'BUNTING_URL must be a URL such as https://flags.example.com; it is "flags".',
      `BUNTING_PROJECT ${notAProject}; it is "web shop".`,
      'BUNTING_TOKEN must be an organisation token (rpa_…).',
    ]);
    expect(await problemsOf(name, base[name], { BUNTING_TOKEN: 'rpa_two\nlines' })).toHaveLength(1);
    const mixedUp = { BUNTING_URL: 'rpa_0123456789abcdefghijklmnopqrstuv', BUNTING_TOKEN: service.url };
    expect((await problemsOf(name, base[name], mixedUp)).join('')).not.toMatch(/rpa_0|127/);
  });

  it('and lists all problems at once', async () => {
    const args = [
      '--formt',
      'xml',
      '--offline=no',
      '--project',
      '',
      '--url',
      'http://ada:secret@flags.example',
    ];
    const problems = await problemsOf(name, args, { BUNTING_TOKEN: 'x' });
    expect(problems).toEqual([
      'Unknown option --formt.',
      ['types', 'stale', 'plan'].includes(name) ? 'Unknown option --offline.' : '--offline takes no value.',
      '--project must not be empty.',
      '--url must not contain a user name or password; it is "http://ada:***@flags.example".',
      'BUNTING_TOKEN must be an organisation token (rpa_…).',
      // The word behind an unknown option counts as an operand.
      ...(name === 'diff' || name === 'plan' ? [] : ['Unexpected argument "xml".']),
    ]);
  });
});

describe('the identity of a snapshot', () => {
  let repository: TemporaryRepository;
  beforeAll(() => {
    repository = createRepository({ 'a.ts': "client.isEnabled('checkout');\n" });
  });
  afterAll(() => repository.remove());
  const push = (args: readonly string[], env: Record<string, string> = {}) =>
    runBunting(repository, ['refs', 'push', ...args], { ...service.env, ...env });

  it.each([
    ['option', ['--repository', 'group/sub/shop', '--provider', 'github'], {}],
    ['variable of CI', [], { GITHUB_ACTIONS: 'true', GITHUB_REPOSITORY: 'group/sub/shop' }],
  ])('must fit the provider: %s', async (_, args, env) => {
    const { code, stderr } = await push(args, env);
    expect({ code, asked: service.seen.length }).toEqual({ code: 2, asked: 0 });
    expect(stderr).toContain(
      'The repository must have the form owner/repo on github; it is "group/sub/shop". Pass --repository, --provider or both.',
    );
  });

  it('is refused with a list of everything that is missing', async () => {
    repository.git('remote', 'set-url', 'origin', '/srv/git/shop.git');
    repository.git('symbolic-ref', '--delete', 'refs/remotes/origin/HEAD');
    const { code, stderr } = await push([], { BUNTING_PROJECT: '' });
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toEqual([
      'No project set. Pass --project, or set BUNTING_PROJECT or project: in bunting.yaml.',
      "Can't detect the repository. Pass --repository owner/repo.",
      "Can't detect the default branch. Pass --default-branch NAME or --any-branch.",
    ]);
  });

  it('is refused with every problem of bunting.yaml', async () => {
    repository.write({ 'bunting.yaml': 'project: web shop\nrepository: shop\ndefault_branch: " "\n' });
    const { code, stderr } = await push([]);
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toEqual([
      `bunting.yaml: project ${notAProject}.`,
      'bunting.yaml: repository must have the form owner/repo.',
      'bunting.yaml: default_branch must be a non-empty string.',
    ]);
  });
});
