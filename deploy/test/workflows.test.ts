import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { formatChecksums, listFiles } from '../../release/src/checksums.ts';
import { readText, root } from './compose-file.ts';

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly 'timeout-minutes'?: number;
  readonly environment?: string;
  readonly strategy?: { readonly matrix: { readonly node: readonly string[] } };
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const folder = '.github/workflows';
const names = readdirSync(`${root}${folder}`);
const read = (name: string) => parse(readText(`${folder}/${name}`)) as Workflow;

describe.each(names)('%s', (name) => {
  const workflow = read(name);
  const jobs = Object.values(workflow.jobs);

  it('pins every action by its commit, and says which version that is', () => {
    const uses = [...readText(`${folder}/${name}`).matchAll(/uses: (.*)$/gm)].map(([, use]) => use!);
    expect(uses.length).toBeGreaterThan(0);
    for (const use of uses) expect(use).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('may only read, and gives more to single jobs, which have a time limit', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    for (const job of jobs) expect(job['timeout-minutes']).toBeLessThanOrEqual(90);
  });

  it('keeps no token in a checkout', () => {
    const text = readText(`${folder}/${name}`);
    const checkouts = text.match(/actions\/checkout@/g) ?? [];
    expect(text.match(/persist-credentials: false/g) ?? []).toHaveLength(checkouts.length);
  });

  it('puts no text of a request into a script', () => {
    const scripts = jobs.flatMap(({ steps }) => steps.map(({ run = '' }) => run));
    expect(scripts.filter((script) => script.includes('${{'))).toEqual([]);
  });
});

it('the tests run on the oldest supported Node.js and on the LTS release of the unit tests', () => {
  const { engines } = JSON.parse(readText('package.json')) as { engines: { node: string } };
  expect(read('test.yml').jobs['test']!.strategy!.matrix.node).toEqual([
    engines.node.replace('>=', ''),
    /^export const version = '(\d+)\./m.exec(readText('tools/node-lts.mjs'))![1],
  ]);
});

it('only jobs of the environment `release` may write', () => {
  const { jobs } = read('release.yml');
  const writes = ({ permissions = {} }: Job) => Object.values(permissions).includes('write');
  const writing = Object.entries(jobs).filter(([, job]) => writes(job));
  expect(writing.map(([name]) => name)).toEqual(['npm', 'images', 'sign', 'chart', 'publish']);
  for (const [, job] of writing) expect(job.environment).toBe('release');
});

it('a release with placeholders of a fork is not published', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['release/print-names.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
  const hasPlaceholders = readFileSync(`${root}release.json`, 'utf8').includes('OWNER');
  expect({ status, stderr }).toEqual(
    hasPlaceholders
      ? { status: 1, stderr: 'Replace OWNER in release.json before you publish.\n' }
      : { status: 0, stderr: '' },
  );
  expect(stdout).toMatch(hasPlaceholders ? /^$/ : /^images=.+\nregistry=.+\ncharts=oci:\/\/.+\n$/);
});

/** Runs the last script of a job of release.yml in a folder with the files of a release and programs of the test. */
async function runLastStep(job: string, programs: Readonly<Record<string, string>>, version = '1.2.3') {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-publish-'));
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  for (const path of [`${version}/npm/package`, `${version}/images`, 'bin', 'published'])
    mkdirSync(join(folder, path), { recursive: true });
  write(`${version}/npm/package/package.json`, '{"name": "@acme/client"}');
  const archive = ['-czf', `acme-client-${version}.tgz`, '--remove-files', 'package'];
  execFileSync('tar', archive, { cwd: join(folder, version, 'npm') });
  write(`${version}/images/eval-api.cdx.json`, 'b');
  write(`${version}/NOTES.md`, '- c');
  write(`${version}/SHA256SUMS`, formatChecksums(await listFiles(join(folder, version))));
  for (const [name, script] of Object.entries(programs)) {
    write(`bin/${name}`, `#!/bin/bash\n${script}\n`);
    chmodSync(join(folder, 'bin', name), 0o755);
  }
  const { run } = read('release.yml').jobs[job]!.steps.at(-1)!;
  const env = {
    PATH: `${folder}/bin:${process.env['PATH']}`,
    VERSION: version,
    GITHUB_REF_NAME: `v${version}`,
    CHARTS: 'oci://registry.acme.example/charts',
  };
  const { status, stdout } = spawnSync('bash', ['-e', '-c', run!], { cwd: folder, env, encoding: 'utf8' });
  return { folder, status, stdout, remove: () => rmSync(folder, { recursive: true }) };
}

it('the files of a release pass sha256sum --check', async () => {
  const gh = 'for file; do case $file in ./*) cp "$file" ../published ;; esac; done';
  const { folder, status, remove } = await runLastStep('publish', { gh });
  expect(status).toBe(0);
  const cwd = join(folder, 'published');
  expect(execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd, encoding: 'utf8' })).toBe(
    'eval-api.cdx.json: OK\nacme-client-1.2.3.tgz: OK\n',
  );
  remove();
});

it.each([
  ['the first release', '1.2.3', '', '', 'latest'],
  ['the newest release', '1.2.3', '1.2.2', '', 'latest'],
  ['the newest release after a pre-release', '2.0.0', '2.0.0-rc.1', '', 'latest'],
  ['a patch of an older line', '1.9.4', '1.10.0', '', 'release-1.9'],
  ['a pre-release', '2.0.0-rc.1', '1.10.0', '', 'next'],
  ['a release that is published', '1.2.3', '1.2.3', '1.2.3', undefined],
])('npm publishes %s under the right tag', async (_, version, latest, published, tag) => {
  const npm = `case $* in
    "view @acme/client@${version} version") echo "${published}" ;;
    "view @acme/client dist-tags.latest") echo "${latest}" ;;
    publish*) echo "$*" ;;
  esac`;
  const { status, stdout, remove } = await runLastStep('npm', { npm }, version);
  const options = `--access public --provenance --tag ${tag}`;
  expect([status, stdout]).toEqual([
    0,
    tag === undefined ? '' : `publish ./${version}/npm/acme-client-${version}.tgz ${options}\n`,
  ]);
  remove();
});

it.each([
  ['that is not pushed yet', 'exit 1', 'echo "Digest: sha256:new"', 0, 'sha256:new'],
  ['that an earlier run has pushed', 'echo "Digest: sha256:old"', 'exit 1', 0, 'sha256:old'],
  ['whose push fails', 'exit 1', 'exit 1', 1, undefined],
])('the chart %s is signed, or the job fails', async (_, pull, push, code, digest) => {
  const helm = `case $1 in pull) ${pull} ;; push) ${push} ;; esac`;
  const { status, stdout, remove } = await runLastStep('chart', { helm, cosign: 'echo "$*"' });
  const signed = `sign --yes registry.acme.example/charts/bunting@${digest}\n`;
  expect([status, stdout]).toEqual([code, digest === undefined ? '' : signed]);
  remove();
});

it.each([
  ['the newest release', 'tag', 'v1.10.0', true],
  ['a patch of an older line', 'tag', 'v1.9.4', false],
  ['a branch by hand', 'branch', 'main', true],
])('the documentation of %s is published or not', (_, type, name, isPublished) => {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-docs-'));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet');
  const author = ['-c', 'user.name=Jo', '-c', 'user.email=jo@acme.example', '-c', 'commit.gpgSign=false'];
  git(...author, 'commit', '--quiet', '--allow-empty', '--message=release');
  for (const tag of ['v1.9.4', 'v1.10.0', 'v2.0.0-rc.1']) git('tag', tag);
  const output = join(folder, 'output');
  writeFileSync(output, '');
  const { run } = read('docs.yml').jobs['build']!.steps.find(({ id }) => id === 'newest')!;
  const variables = { GITHUB_REF_TYPE: type, GITHUB_REF_NAME: name, GITHUB_OUTPUT: output };
  execFileSync('bash', ['-e', '-c', run!], { cwd: folder, env: { PATH: process.env['PATH'], ...variables } });
  expect(readFileSync(output, 'utf8')).toBe(isPublished ? 'is-newest=true\n' : '');
  rmSync(folder, { recursive: true });
});
