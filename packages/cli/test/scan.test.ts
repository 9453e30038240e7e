import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runBunting } from './run-bunting.ts';
import { startStandIn, type StandIn } from './service-stand-in.ts';
import { createRepository, type TemporaryRepository } from './temporary-repository.ts';

let repository: TemporaryRepository;
let service: StandIn;
beforeAll(() => {
  repository = createRepository({
    'src/a.ts': "client.isEnabled('checkout');\n// client.isEnabled('in-a-comment');\n",
    'src/b,"c".ts': "=client.isEnabled('old-banner') // | <b>@ada</b> `x`\n",
    'README.md': 'Set `checkout`.\n',
  });
});
afterAll(() => repository.remove());
beforeEach(async () => {
  service = await startStandIn(['checkout', 'old-banner'], ['old-banner']);
});
afterEach(() => service.stop());

interface Sarif {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly level: string;
      readonly locations: readonly { readonly physicalLocation: object }[];
    }[];
  }[];
}

const scan = (args: readonly string[], env: Record<string, string> = {}) =>
  runBunting(repository, ['refs', 'scan', ...args], { ...service.env, ...env });
const alone = (args: readonly string[]) => runBunting(repository, ['refs', 'scan', ...args]);

describe('refs scan', () => {
  it('prints lines like grep and pushes nothing', async () => {
    const { code, stdout, stderr } = await scan([]);
    expect(code).toBe(0);
    expect(stdout).toBe(
      'README.md:1: checkout  Set `checkout`.\n' +
        "src/a.ts:1: checkout  client.isEnabled('checkout');\n" +
        "src/a.ts:2: in-a-comment (unknown)  // client.isEnabled('in-a-comment');\n" +
        'src/b,"c".ts:1: old-banner (archived)  =client.isEnabled(\'old-banner\') // | <b>@ada</b> `x`\n',
    );
    expect(stderr).toBe('Scanned 3 files: 4 references to 3 keys.\n');
    expect(service.seen.map(({ method }) => method)).toEqual(['GET']);
  });

  it('needs no service, without which keys are not checked', async () => {
    const { code, stdout } = await alone(['--format', 'json']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      project: null,
      references: [
        {
          key: 'checkout',
          file: 'src/a.ts',
          line_number: 1,
          found_by: 'call',
          client: 'Unleash',
          status: 'unchecked',
          comment: false,
        },
        { key: 'in-a-comment', comment: true },
        { key: 'old-banner' },
      ],
      keys: [{ key: 'checkout', references: 1 }, { key: 'in-a-comment' }, { key: 'old-banner' }],
      files: { scanned: 3, skipped: {} },
      unresolved_constants: 0,
    });
    await scan(['--offline']);
    expect(service.seen).toHaveLength(0);
  });

  it('prints CSV that spreadsheets do not run as formulas', async () => {
    const { stdout } = await scan(['--format', 'csv']);
    expect(stdout.split('\r\n')).toEqual([
      'key,status,file,line_number,found_by,client,comment,snippet',
      'checkout,known,README.md,1,quoted,,false,Set `checkout`.',
      "checkout,known,src/a.ts,1,call,Unleash,false,client.isEnabled('checkout');",
      "in-a-comment,unknown,src/a.ts,2,call,Unleash,true,// client.isEnabled('in-a-comment');",
      `old-banner,archived,"src/b,""c"".ts",1,call,Unleash,false,'=client.isEnabled('old-banner') // | <b>@ada</b> \`x\``,
      '',
    ]);
  });

  it('prints SARIF with a rule for each kind', async () => {
    const { stdout } = await scan(['--format', 'sarif']);
    const { version, runs } = JSON.parse(stdout) as Sarif;
    expect(version).toBe('2.1.0');
    expect(runs[0]?.tool.driver).toMatchObject({ name: 'bunting', version: '1.2.3' });
    expect(runs[0]?.tool.driver.rules.map(({ id }) => id)).toEqual([
      'flag-reference',
      'unknown-flag',
      'archived-flag',
    ]);
    expect(
      runs[0]?.results.map((one) => [one.ruleId, one.level, one.locations[0]?.physicalLocation]),
    ).toMatchObject([
      ['flag-reference', 'note', { artifactLocation: { uri: 'README.md' }, region: { startLine: 1 } }],
      ['flag-reference', 'note', { region: { snippet: { text: "client.isEnabled('checkout');" } } }],
      ['unknown-flag', 'note', {}],
      ['archived-flag', 'error', { artifactLocation: { uri: 'src/b%2C%22c%22.ts' } }],
    ]);
  });

  it('prints Markdown that escapes the code', async () => {
    const { stdout } = await scan(['--format', 'markdown']);
    expect(stdout).toBe(
      '### Feature flags: 3 keys in 4 places\n\n| Key | Status | References |\n| --- | --- | --- |\n' +
        '| `checkout` | known | `README.md:1`<br>`src/a.ts:1` |\n' +
        '| `in-a-comment` | unknown | `src/a.ts:2` |\n' +
        '| `old-banner` | archived | `src/b,"c".ts:1` |\n',
    );
  });

  it('writes into a file', async () => {
    const file = join(repository.folder, '.git', 'references.json');
    const { stdout } = await scan(['--format', 'json', '--output', file, '--no-snippets']);
    expect(stdout).toBe('');
    expect(JSON.parse(readFileSync(file, 'utf8')).references[0]).toMatchObject({
      key: 'checkout',
      snippet: '',
    });
  });

  it('draws a progress bar on a terminal, but not in CI', async () => {
    const { run } = await import('../src/command/run.ts');
    const drawn = async (env: Record<string, string>) => {
      let text = '';
      await run({
        argv: ['refs', 'scan', '--offline'],
        env: { ...repository.env, ...env },
        folder: repository.folder,
        stdout: { write() {} },
        stderr: { isTTY: true, write: (more) => (text += more) },
        version: '1',
      });
      return text;
    };
    expect(await drawn({})).toContain('3/3 files');
    expect(await drawn({ CI: 'true' })).toBe('Scanned 3 files: 3 references to 3 keys.\n');
  });
});

describe('--check', () => {
  it('fails on unknown keys and keys of archived features, but not on keys that only comments mention', async () => {
    const { code, stderr } = await scan(['--check']);
    expect(code).toBe(1);
    expect(stderr).toContain('old-banner belongs to an archived feature: src/b,"c".ts:1');
    expect(stderr).not.toContain('in-a-comment');
    expect(stderr).toContain('Check failed: 1 key.');
  });

  it('lists unknown keys with their first reference', async () => {
    repository.commit({ 'src/new.ts': "client.isEnabled('new-one');\nclient.isEnabled('new-one');\n" });
    expect(await scan(['--check'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('new-one is not in the project: src/new.ts:1 and 1 more place\n'),
    });
  });

  it('accepts the unknown keys that bunting.yaml allows', async () => {
    repository.commit({ 'bunting.yaml': "allow_unknown: ['new-*']\nignore: ['src/b*']\n" });
    expect(await scan(['--check'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Check passed.'),
    });
  });

  it('ends with 0 with --soft-fail', async () => {
    repository.commit({ 'bunting.yaml': '' });
    const { code, stderr } = await scan(['--check', '--soft-fail']);
    expect(code).toBe(0);
    expect(stderr).toContain('Check failed: 2 keys.');
  });

  it('needs the keys of the project', async () => {
    expect(await alone(['--check'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--keys-file'),
    });
    repository.write({ 'keys.txt': '# ours\nCheckout\nold-banner\n\nnew-one\n' });
    const { code, stderr } = await alone(['--check', '--keys-file', 'keys.txt']);
    expect(code).toBe(0);
    expect(stderr).toContain("Can't tell which features are archived, so only unknown keys were checked.");
  });

  it('does not pass if it did not search every file', async () => {
    const text = "client.isEnabled('checkout');\n";
    const incomplete = createRepository({
      'a.ts': text,
      'gone.ts': text,
      'data/large.json': `{}\n${' '.repeat(1024 * 1024)}`,
      'picture.png': Buffer.alloc(2 * 1024 * 1024),
    });
    const check = (...args: string[]) =>
      runBunting(incomplete, ['refs', 'scan', '--check', ...args], service.env);
    rmSync(join(incomplete.folder, 'gone.ts'));
    const unseen =
      'Not searched: 1 tracked file missing, such as gone.ts; 1 file over 1 MB, such as data/large.json.\n';
    for (const soft of [[], ['--soft-fail']]) {
      const { code, stderr } = await check(...soft);
      expect(code).toBe(2);
      expect(stderr).toContain(`${unseen}Check incomplete: it passed for all other files.`);
      expect(stderr).not.toContain('Check passed');
    }
    const allowed = await check('--allow-partial');
    expect(allowed).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`${unseen}Check passed for all other files.`),
    });

    incomplete.write({ 'a.ts': "client.isEnabled('unheard-of');\n" });
    const failed = await check();
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${unseen}Check failed: 1 key.`),
    });

    incomplete.write({ 'a.ts': text, 'gone.ts': text, 'bunting.yaml': "ignore: ['data/']\n" });
    expect(await check()).toMatchObject({ code: 0, stderr: expect.stringContaining('Check passed.\n') });
    incomplete.remove();
  });

  it('reports every problem of a wrong bunting.yaml', async () => {
    repository.write({ 'bad.yaml': 'projct: x\npatterns: [{ pattern: "(" }]\n' });
    const { code, stderr } = await alone(['--config', 'bad.yaml']);
    expect(code).toBe(2);
    expect(stderr).toContain('bad.yaml: projct is not a setting');
    expect(stderr).toContain('bad.yaml: patterns[0].pattern is not RE2 syntax');
  });
});
