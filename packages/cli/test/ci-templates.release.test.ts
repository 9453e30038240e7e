import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parse, parseAllDocuments } from 'yaml';
import { packCommand, type PackedCommand } from './packed-command.ts';
import { startCoderefsService, token, type CoderefsService } from './coderefs-service.ts';
import { cloneRepository, createRepository, type TemporaryRepository } from './temporary-repository.ts';

const templates = fileURLToPath(new URL('../../../ci-templates/', import.meta.url));
const read = (path: string) => readFileSync(join(templates, path), 'utf8');

let service: CoderefsService;
let upstream: TemporaryRepository;
/** A clone as CI makes it, with a branch `topic` beside main. */
let clone: TemporaryRepository;
/** bunting-cli.tgz as `npm run cli:pack` makes it, and its address for jobs that download it. */
let packed: PackedCommand;

beforeAll(async () => {
  service = await startCoderefsService();
  upstream = createRepository({ 'a.ts': "client.isEnabled('checkout-enabled');\n" });
  upstream.git('switch', '-q', '-c', 'topic');
  upstream.commit({ 'b.ts': "client.isEnabled('unheard-of');\n" });
  upstream.git('switch', '-q', 'main');
  clone = cloneRepository(upstream);
  packed = await packCommand();
});
afterAll(async () => {
  packed.remove();
  clone.remove();
  upstream.remove();
  await service.stop();
});

async function runScript(shell: readonly string[], script: string, env: Record<string, string>) {
  const [program = 'bash', ...args] = shell;
  const child = spawn(program, [...args, ...(script === '' ? [] : ['-c', script])], {
    cwd: clone.folder,
    env: { ...clone.env, CI: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'exit')) as [number];
  return { code, output: (await output).join('') };
}

function checkOut(branch: string): string {
  clone.git('checkout', '-q', branch);
  return clone.git('rev-parse', 'HEAD');
}

describe('the composite action of GitHub', () => {
  interface Action {
    readonly inputs: Readonly<Record<string, { readonly default?: string; readonly required?: boolean }>>;
    readonly runs: {
      readonly using: string;
      readonly steps: readonly {
        readonly shell: string;
        readonly run: string;
        readonly env: Record<string, string>;
      }[];
    };
  }
  const action = parse(read('github/action.yml')) as Action;

  /** Runs the steps as the runner does: with inputs in `env`, and the script under `bash -eo pipefail`. */
  async function runAction(inputs: Record<string, string>, env: Record<string, string>) {
    const [step] = action.runs.steps;
    if (step === undefined || action.runs.steps.length !== 1) throw new Error('One step.');
    const given = Object.fromEntries(
      Object.entries(action.inputs).map(([name, input]) => [name, inputs[name] ?? input.default ?? '']),
    );
    const stepEnv = Object.fromEntries(
      Object.entries(step.env).map(([name, value]) => [
        name,
        value
          .replace('${{ github.action_path }}', packed.folder)
          .replaceAll(/\$\{\{ inputs\.(\w+) \}\}/g, (_, input: string) => given[input] ?? 'no such input'),
      ]),
    );
    const temp = join(clone.folder, '.git');
    return runScript(['bash', '--noprofile', '--norc', '-eo', 'pipefail'], step.run, {
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'acme/on-github',
      RUNNER_TEMP: temp,
      GITHUB_STEP_SUMMARY: join(temp, 'summary.md'),
      GITHUB_EVENT_PATH: join(temp, 'event.json'),
      ...env,
      ...stepEnv,
    });
  }
  const inputs = () => ({ url: service.url, token, project: 'shop' });

  it('is composite and inserts no input into its script', () => {
    expect(action.runs.using).toBe('composite');
    expect(action.runs.steps.every(({ run }) => !run.includes('${{'))).toBe(true);
    const required = Object.entries(action.inputs).filter(([, input]) => input.required);
    expect(required.map(([name]) => name)).toEqual(['url', 'token']);
  });

  it('pushes the default branch', async () => {
    const commit = checkOut('main');
    writeFileSync(join(clone.folder, '.git/event.json'), '{"repository":{"default_branch":"main"}}');
    const { code, output } = await runAction(inputs(), { GITHUB_REF: 'refs/heads/main', GITHUB_SHA: commit });
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('Pushed acme/on-github'),
    });
    expect(await service.connections()).toContainEqual({
      provider: 'github',
      repository: 'acme/on-github',
      branch: 'main',
      commit,
    });
  });

  it('pushes no pull request, compares it in the summary, and checks it', async () => {
    const commit = checkOut('topic');
    const env = { GITHUB_REF: 'refs/pull/7/merge', GITHUB_SHA: commit, GITHUB_BASE_REF: 'main' };
    expect(await runAction(inputs(), env)).toMatchObject({
      code: 0,
      output: expect.stringContaining('Nothing pushed'),
    });
    expect(await runAction({ ...inputs(), command: 'diff' }, env)).toMatchObject({ code: 0 });
    expect(readFileSync(join(clone.folder, '.git/summary.md'), 'utf8')).toContain(
      '| `unheard-of` | new, **not in the project**',
    );
    expect(await runAction({ ...inputs(), command: 'check' }, env)).toMatchObject({ code: 1 });
    expect(
      await runAction({ ...inputs(), command: 'check', arguments: '--soft-fail -v' }, env),
    ).toMatchObject({ code: 0 });
    expect(await runAction({ ...inputs(), command: 'pull' }, env)).toMatchObject({ code: 2 });
    expect(await runAction({ ...inputs(), command: 'stale' }, env)).toMatchObject({ code: 3 });
  });

  it('checks the types of variables', async () => {
    const types = { ...inputs(), command: 'types', arguments: '--out .git/bunting.d.ts' };
    expect(await runAction(types, {})).toMatchObject({ code: 1 });
    const command = join(packed.unpacked, 'dist/bunting-command.js');
    const shell = [process.execPath, command, 'types', '--out', '.git/bunting.d.ts'];
    expect(await runScript(shell, '', service.env)).toMatchObject({ code: 0 });
    expect(await runAction(types, {})).toMatchObject({ code: 0 });
  });
});

describe('the component of GitLab', () => {
  interface Job {
    readonly extends?: string;
    readonly rules?: readonly { readonly if: string }[];
    readonly before_script?: readonly string[];
    readonly script?: readonly string[];
    readonly variables?: Readonly<Record<string, string>>;
  }
  const source = read('gitlab/templates/bunting-refs/template.yml');
  const [header = {}] = parseAllDocuments(source).map(
    (document) => document.toJS() as Record<string, unknown>,
  );
  const declared = (header['spec'] as { inputs: Record<string, { default?: string }> }).inputs;

  function jobsFor(inputs: Record<string, string>): Record<string, Job> {
    const filled = source.replaceAll(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
      const value = inputs[name] ?? declared[name]?.default;
      if (value === undefined) throw new Error(`There is no input ${name}.`);
      return value;
    });
    return parseAllDocuments(filled)[1]?.toJS() as Record<string, Job>;
  }

  /** Runs the lines of a job, if its rules match the variables of the pipeline. */
  async function runJob(name: string, pipeline: Record<string, string>, more: Record<string, string> = {}) {
    const { url: cliUrl, sha512: cliSha512 } = packed;
    const inputs = { url: service.url, project: 'shop', cli_url: cliUrl, cli_sha512: cliSha512, ...more };
    const jobs = jobsFor(inputs);
    const job = jobs[name];
    const variables = { ...jobs[job?.extends ?? '']?.variables, ...job?.variables };
    const matches = (job?.rules ?? []).some((rule) => {
      const [, left = '', literal, right = ''] = /^\$(\w+) == (?:"([^"]*)"|\$(\w+))$/.exec(rule.if) ?? [];
      return pipeline[left] !== undefined && pipeline[left] === (literal ?? pipeline[right]);
    });
    if (!matches) return undefined;
    const lines = [...(jobs[job?.extends ?? '']?.before_script ?? []), ...(job?.script ?? [])];
    return runScript(['bash', '-eo', 'pipefail'], lines.join('\n'), {
      GITLAB_CI: 'true',
      CI_PROJECT_PATH: 'acme/group/on-gitlab',
      CI_DEFAULT_BRANCH: 'main',
      BUNTING_TOKEN: token,
      ...variables,
      ...pipeline,
    });
  }

  it('requires the address of the archive and its hash', () => {
    for (const name of ['cli_url', 'cli_sha512']) expect(declared[name]).not.toHaveProperty('default');
  });

  it('does not run an archive with another hash', async () => {
    const pipeline = { CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main', CI_COMMIT_SHA: checkOut('main') };
    const ran = await runJob('bunting-refs-push', pipeline, { cli_url: `${packed.url}?another` });
    expect(ran).toMatchObject({ code: 1, output: expect.stringContaining('did NOT match') });
  });

  it('pushes the default branch, from groups within groups too', async () => {
    const commit = checkOut('main');
    const branches = { CI_COMMIT_BRANCH: 'main', CI_DEFAULT_BRANCH: 'main' };
    const pipeline = { ...branches, CI_COMMIT_SHA: commit, CI_PIPELINE_SOURCE: 'push' };
    const ran = await runJob('bunting-refs-push', pipeline);
    expect(ran).toMatchObject({ code: 0, output: expect.stringContaining('Pushed acme/group/on-gitlab') });
    expect(await service.connections()).toContainEqual(
      expect.objectContaining({ provider: 'gitlab', repository: 'acme/group/on-gitlab', commit }),
    );
    expect(await runJob('bunting-refs-check', pipeline)).toBeUndefined();
    const schedule = { ...pipeline, CI_PIPELINE_SOURCE: 'schedule' };
    expect(await runJob('bunting-refs-stale', schedule)).toMatchObject({ code: 3 }); // there is no settings-api here
  });

  it('compares and checks merge requests, and pushes none', async () => {
    const commit = checkOut('topic');
    const pipeline = {
      CI_PIPELINE_SOURCE: 'merge_request_event',
      CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main',
      CI_DEFAULT_BRANCH: 'main',
      CI_COMMIT_SHA: commit,
    };
    expect(await runJob('bunting-refs-push', pipeline)).toBeUndefined();
    const ran = await runJob('bunting-refs-check', pipeline);
    expect(ran).toMatchObject({
      code: 1,
      output: expect.stringContaining('| `unheard-of` | new, **not in the project**'),
    });
    expect(JSON.parse(readFileSync(join(clone.folder, 'bunting.sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
    });
  });
});

describe('the pipe of Bitbucket', () => {
  const pipe = parse(read('bitbucket/pipe.yml')) as { variables: { name: string; default?: string }[] };

  const runPipe = (variables: Record<string, string>, env: Record<string, string>) =>
    runScript(['bash', join(templates, 'bitbucket/pipe.sh')], '', {
      BITBUCKET_BUILD_NUMBER: '1',
      BITBUCKET_REPO_FULL_NAME: 'acme/on-bitbucket',
      BITBUCKET_CLONE_DIR: clone.folder,
      ...Object.fromEntries(pipe.variables.map(({ name, default: value = '' }) => [name, value])),
      ...env,
      BUNTING_CLI: join(packed.unpacked, 'dist/bunting-command.js'), // in the image: /opt/package
      ...variables,
    });
  const variables = () => ({ BUNTING_URL: service.url, BUNTING_TOKEN: token, BUNTING_PROJECT: 'shop' });

  it('declares the variables that its script reads', () => {
    const script = read('bitbucket/pipe.sh');
    for (const { name } of pipe.variables) expect(script).toContain(name);
    expect(script).toContain('/opt/package/dist/bunting-command.js');
    expect(read('bitbucket/Dockerfile')).toMatch(/^ADD bunting-cli.tgz \/opt\/\nCOPY pipe.sh/m);
  });

  it('pushes the default branch, and no other', async () => {
    const commit = checkOut('main');
    const ran = await runPipe(variables(), { BITBUCKET_BRANCH: 'main', BITBUCKET_COMMIT: commit });
    expect(ran).toMatchObject({ code: 0, output: expect.stringContaining('Pushed acme/on-bitbucket') });
    expect(await service.connections()).toContainEqual(
      expect.objectContaining({
        provider: 'bitbucket',
        repository: 'acme/on-bitbucket',
        branch: 'main',
        commit,
      }),
    );
    const topic = await runPipe(variables(), {
      BITBUCKET_BRANCH: 'topic',
      BITBUCKET_COMMIT: checkOut('topic'),
    });
    expect(topic).toMatchObject({ code: 0, output: expect.stringContaining('Nothing pushed') });
  });

  it('compares and checks', async () => {
    const env = { BITBUCKET_BRANCH: 'topic', BITBUCKET_COMMIT: checkOut('topic'), BITBUCKET_PR_ID: '3' };
    const compared = await runPipe({ ...variables(), COMMAND: 'diff', BASE: 'origin/main' }, env);
    expect(compared).toMatchObject({ code: 0, output: expect.stringContaining('`unheard-of`') });
    expect(await runPipe({ ...variables(), COMMAND: 'stale' }, env)).toMatchObject({ code: 3 });
    expect(await runPipe({ ...variables(), COMMAND: 'check' }, env)).toMatchObject({ code: 1 });
    expect(await runPipe({ ...variables(), COMMAND: 'check', EXTRA_ARGS: '--soft-fail' }, env)).toMatchObject(
      { code: 0 },
    );
  });

  it('names the variable that is missing', async () => {
    const ran = await runPipe({ ...variables(), BUNTING_TOKEN: '' }, {});
    expect(ran.code).not.toBe(0);
    expect(ran.output).toContain('BUNTING_TOKEN');
  });
});
