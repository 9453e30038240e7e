/** Every command that a page shows is run as it stands, all blocks of a page in their order, on one installation; or it is in not-run-here.ts. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { createPool } from '@bunting/database';
import { describeWith, findProgram } from '@bunting/testing/requirements';
import { makeDataParent } from '../make-data-parent.ts';
import { freePorts, runStart, type StartCommand } from '../start-command.ts';
import { data, notRunnable, outputs, runElsewhere, type Check } from './not-run-here.ts';
import { listPages, readBlocks, repository, type Block } from './read-blocks.ts';
import { runShell } from './run-shell.ts';

const { parseAllDocuments } = createRequire(new URL('../../../packages/cli/package.json', import.meta.url))(
  'yaml',
) as typeof import('../../../packages/cli/node_modules/yaml/dist/index.js');
const run = promisify(execFile);
/** A busy machine builds for minutes, and a page asks some 150 times. */
const maxMs = 10 * 60_000;
const pages = listPages();
const blocks = pages.flatMap(readBlocks);
const isRunHere = ({ name, language }: Block) =>
  language === 'sh' && !(name in runElsewhere) && !(name in notRunnable);

describe('the blocks of the pages', () => {
  it('are each run here, run by another test, checked in another way, data, or an output', () => {
    const handled = (block: Block) =>
      isRunHere(block) ||
      block.name in runElsewhere ||
      block.name in notRunnable ||
      data.has(block.language) ||
      outputs.has(block.language);
    expect(blocks.filter((block) => !handled(block)).map(({ name }) => name)).toEqual([]);
  });

  it('are in one list each, and the lists have no others', () => {
    const names = new Set(blocks.map(({ name }) => name));
    const listed = [...Object.keys(runElsewhere), ...Object.keys(notRunnable)];
    expect(listed.filter((name) => !names.has(name))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
  });

  it.each(Object.entries(runElsewhere))('are run elsewhere: %s by %s', (name, test) => {
    const [page = ''] = name.split(' ');
    const text = readFileSync(repository + test, 'utf8');
    expect([page, page.split('/').at(-1)].some((path) => text.includes(path!))).toBe(true);
  });

  it.each(Object.entries(notRunnable))('name tests that exist: %s', (_, { because }) => {
    const paths = because.match(/(?:[\w.-]+\/)+[\w.-]*\w/g) ?? [];
    expect(paths.filter((path) => !existsSync(repository + path))).toEqual([]);
  });

  it.each(blocks.filter(({ language }) => data.has(language)).map((block) => [block.name, block] as const))(
    'parse: %s',
    (_, { language, code }) => {
      if (language === 'json') expect(() => JSON.parse(code) as unknown).not.toThrow();
      else
        expect(
          parseAllDocuments(code).flatMap((document) => ('errors' in document ? document.errors : [])),
        ).toEqual([]);
    },
  );

  const checked = Object.entries(notRunnable).filter(([, { check }]) => check !== 'database');
  it.each(checked.map(([name, { because, check }]) => [name, because, check] as const))(
    'are checked where they cannot be run: %s, because %s',
    async (name, _, check) => {
      const block = blocks.find((each) => each.name === name)!;
      expect(await checks[check as Exclude<Check, 'database'>](block)).toEqual([]);
    },
  );
});

/** Each returns what is wrong with a block. */
const checks: Readonly<Record<Exclude<Check, 'database'>, (block: Block) => Promise<readonly string[]>>> = {
  async names({ code }) {
    const { scripts } = JSON.parse(readFileSync(`${repository}package.json`, 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...code.matchAll(/\bnpm (?:run ([\w-]+(?::[\w-]+)*)|(start|test)\b)/g)];
    const paths = [...code.matchAll(/(?<![\w./-])(?:\.\/)?((?:deploy|packages|k8s|local|tools)\/[\w./-]+)/g)];
    // Files that a build creates have a source of their name.
    const isThere = (path: string) =>
      existsSync(repository + path) ||
      existsSync(repository + path.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
    const compose = readFileSync(`${repository}docker-compose.yml`, 'utf8');
    const services = [...code.matchAll(/docker compose (?:exec -T|run --rm|up --detach --wait) (\w[\w-]*)/g)];
    return [
      ...(await problemOf('bash', '-n', '-c', code)),
      ...named.map(([, long, short]) => long ?? short!).filter((script) => !(script in scripts)),
      ...paths.map(([, path]) => path!).filter((path) => !isThere(path)),
      ...services.map(([, service]) => service!).filter((service) => !compose.includes(`\n  ${service}:`)),
    ];
  },
  async syntax({ code }) {
    const folder = await mkdtemp(join(tmpdir(), 'bunting-syntax-'));
    await writeFile(join(folder, 'block.mjs'), code);
    const problems = await problemOf(process.execPath, '--check', join(folder, 'block.mjs'));
    await rm(folder, { recursive: true });
    return problems;
  },
  async text({ page, code }) {
    const test = await readFile(`${repository}${dirname(page)}/test/types.test.ts`, 'utf8');
    return test.includes(code.trim()) ? [] : ['no test has this text'];
  },
};

/** Returns the message of a program that fails. */
async function problemOf(program: string, ...args: readonly string[]): Promise<string[]> {
  return run(program, args).then(
    () => [],
    (error: Error) => [error.message],
  );
}

const tools = {
  name: 'curl and jq here (apt-get install curl jq)',
  found: findProgram('jq') === undefined ? undefined : findProgram('curl'),
};

describeWith(tools, 'The commands of a page', (curl) => {
  let folder: string;
  let installation: StartCommand;
  let port: string;

  beforeAll(async () => {
    folder = await makeDataParent('bunting-pages-');
    const ports = await freePorts();
    port = ports['PORT']!;
    installation = runStart({ ...ports, DATA_DIR: join(folder, 'data') });
    await installation.ready;
  }, maxMs);
  afterAll(async () => {
    installation.send('SIGTERM');
    await installation.ended;
    await rm(folder, { recursive: true, force: true });
  });

  const refused = (name: string) =>
    `echo "${name} is not run here: list the block in not-run-here.ts" >&2; exit 1`;
  const programs = {
    // A block that was moved must not remove data, or start something that does not end.
    docker: refused('docker'),
    kubectl: refused('kubectl'),
    npm: refused('npm'),
    curl: `exec "${curl}" --fail-with-body "$@"`,
    // The command is for people in a repository of their own.
    bunting: `exec "${process.execPath}" "${join(repository, 'packages/cli/dist/bunting-command.js')}" "$@"`,
  };

  it.each([
    ['in a line', 'curl -sS ADDRESS/settings/v1/nothing\necho reached the end'],
    [
      'in a function',
      'ask() { curl -sS "$@" && echo; }\nask ADDRESS/settings/v1/organisations\necho reached the end',
    ],
    ['in a substitution', 'A=$(curl -sS ADDRESS/settings/v1/nothing | jq .)\necho reached the end'],
    ['without a server', 'curl -sS http://127.0.0.1:9/\necho reached the end'],
    ['in a variable that is not set', 'echo "$NOT_SET_BEFORE"\necho reached the end'],
  ])('that fails ends the page: %s', async (_, code) => {
    const own = await mkdtemp(join(folder, 'failing-'));
    const block = { page: 'a.md', line: 7, language: 'sh', name: 'a.md sh 1' };
    const ran = await runShell([{ ...block, code: code.replace('ADDRESS', `http://127.0.0.1:${port}`) }], {
      folder: own,
      programs,
      env: {},
    });
    expect(ran.code).not.toBe(0);
    expect(ran.output).toContain('## a.md:7');
    expect(ran.output).not.toContain('reached the end');
  });

  const statements = Object.entries(notRunnable).filter(([, { check }]) => check === 'database');
  it.each(statements.map(([name]) => name))('is a statement that PostgreSQL runs: %s', async (name) => {
    const cluster = (await readdir(join(folder, 'data'), { recursive: true })).find((path) =>
      path.endsWith('postmaster.pid'),
    )!;
    const database = (await readFile(join(folder, 'data', cluster), 'utf8')).split('\n')[3];
    const secrets = JSON.parse(await readFile(join(folder, 'data/secrets.json'), 'utf8')) as Record<
      string,
      string
    >;
    const user = `bunting_app:${secrets['EMBEDDED_POSTGRES_PASSWORD']}`;
    const pool = createPool(`postgresql://${user}@127.0.0.1:${database}/bunting`);
    const { fields } = await pool.query(blocks.find((block) => block.name === name)!.code);
    await pool.end();
    expect(fields.length).toBeGreaterThan(0);
  });

  it.each(pages.filter((page) => blocks.some((block) => block.page === page && isRunHere(block))))(
    'work in their order: %s',
    async (page) => {
      const own = join(folder, page.replaceAll('/', '-'));
      await mkdir(join(own, 'src'), { recursive: true });
      await symlink(join(folder, 'data'), join(own, '.data'));
      const ofPage = blocks
        .filter((block) => block.page === page && isRunHere(block))
        .map((block) => ({ ...block, code: block.code.replaceAll('localhost:8080', `127.0.0.1:${port}`) }));
      await writeFile(join(own, 'src/a.ts'), `client.getString('checkout-layout');\n`);
      const git = (...args: string[]) => execFileSync('git', args, { cwd: own, stdio: 'ignore' });
      git('init', '-q', '-b', 'main');
      git('add', 'src');
      const { code, output } = await runShell(ofPage, {
        folder: own,
        programs,
        env: {
          BUNTING_URL: `http://127.0.0.1:${port}`,
          BUNTING_TOKEN: 'rpa_demo_ci_0123456789abcdefghijklmnopqrstuv',
          BUNTING_PROJECT: 'shop',
        },
      });
      expect({ page, code, output: code === 0 ? '' : output.slice(-3_000) }).toEqual({
        page,
        code: 0,
        output: '',
      });
    },
    maxMs,
  );
});
