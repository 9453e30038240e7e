import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runBunting } from './run-bunting.ts';
import { startStandIn, type StandIn } from './service-stand-in.ts';
import { cloneRepository, createRepository, type TemporaryRepository } from './temporary-repository.ts';

let repository: TemporaryRepository;
let service: StandIn;
beforeAll(async () => {
  service = await startStandIn(['stays', 'goes', 'moves', 'archived', 'elsewhere'], ['archived']);
  repository = createRepository({
    'flags.ts': "export const GOES = 'goes';\n",
    'a.ts':
      "import { GOES } from './flags';\nclient.isEnabled('stays');\nclient.isEnabled(GOES);\nclient.isEnabled('moves');\n",
    'unchanged.ts': "client.isEnabled('stays');\n",
  });
  repository.git('switch', '-q', '-c', 'topic');
  repository.commit({
    'a.ts':
      "// a line above\n\nclient.isEnabled('stays');\nclient.isEnabled('moves');\nclient.isEnabled('brand-new');\n",
    'b.ts': "client.isEnabled('archived');\n",
    'flags.ts': '',
  });
  repository.git('switch', '-q', 'main');
  repository.commit({ 'main-only.ts': "client.isEnabled('elsewhere');\n" });
  repository.git('switch', '-q', 'topic');
});
afterAll(async () => {
  repository.remove();
  await service.stop();
});

const diff = (args: readonly string[], from = repository) =>
  runBunting(from, ['refs', 'diff', ...args], service.env);

describe('refs diff', () => {
  it('reports as Markdown what the branch adds and removes since it left the other', async () => {
    const { code, stdout } = await diff(['main']);
    expect(code).toBe(0);
    expect(stdout).toBe(
      '<!-- bunting refs diff -->\n### Feature flags\n\n| Key | | Added | Removed |\n| --- | --- | --- | --- |\n' +
        '| `archived` | new, **archived** | `b.ts:1` |  |\n' +
        '| `brand-new` | new, **not in the project** | `a.ts:5` |  |\n' +
        '| `goes` | **no references left** |  | `a.ts:3`<br>`flags.ts:1` |\n',
    );
  });

  it('reports it as JSON and as text', async () => {
    const { stdout } = await diff(['main', '--format', 'json']);
    expect(JSON.parse(stdout).keys).toMatchObject([
      { key: 'archived', status: 'archived', references_before: 0, references_after: 1 },
      { key: 'brand-new', status: 'unknown', added: [{ file: 'a.ts', line_number: 5 }], removed: [] },
      { key: 'goes', status: 'known', references_before: 2, references_after: 0 },
    ]);
    expect((await diff(['main', '--format', 'text'])).stdout).toContain(
      'goes (no references left)\n  - a.ts:3\n',
    );
  });

  it('includes changes that are not committed', async () => {
    repository.write({ 'unchanged.ts': '' });
    const { stdout } = await diff(['main', '--format', 'text']);
    repository.git('checkout', '-q', 'unchanged.ts');
    expect(stdout).toContain('stays\n  - unchanged.ts:1\n');
  });

  it('reports that nothing changes', async () => {
    expect((await diff(['topic'])).stdout).toContain('adds and removes no references');
  });

  it('compares with the base itself if the history is too shallow', async () => {
    const shallow = cloneRepository(repository, '--depth', '1', '--no-single-branch');
    const { code, stdout, stderr } = await diff(['origin/main', '--format', 'text'], shallow);
    shallow.remove();
    expect(code).toBe(0);
    expect(stderr).toContain('too shallow');
    expect(stdout).toContain('elsewhere (no references left)');
  });

  it('lists in the comment what it did not search', async () => {
    const large = `{}\n${' '.repeat(1024 * 1024)}`;
    const incomplete = createRepository({ 'a.ts': '', 'both.json': large, 'shrinks.json': large });
    incomplete.commit({ 'shrinks.json': '{}' });
    const { code, stdout, stderr } = await diff(['HEAD~1'], incomplete);
    expect(code).toBe(0);
    const notes = [
      'Not searched: 1 file over 1 MB, such as both.json; their references may be listed as removed.',
      'Not searched in the base commit: 2 files over 1 MB, such as both.json; their references may be listed as added.',
    ];
    expect(stderr).toBe(`${notes.join('\n')}\n`);
    expect(stdout).toBe(
      '<!-- bunting refs diff -->\n### Feature flags\n\n' +
        notes.map((note) => `- \`${note}\`\n`).join('') +
        '\nThis change adds and removes no references in the other files.\n',
    );
    const { stdout: asJson } = await diff(['HEAD~1', '--format', 'json'], incomplete);
    incomplete.remove();
    expect(JSON.parse(asJson)).toMatchObject({
      keys: [],
      not_looked_through: {
        before: [expect.stringContaining('2 files')],
        after: [expect.stringContaining('1 file')],
      },
    });
  });

  it.each([[[]], [['main', 'topic']], [['no-such-branch']]])('ends with 2 for %j', async (args) => {
    expect(await diff(args)).toMatchObject({ code: 2 });
  });
});
