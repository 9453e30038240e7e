import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { runBunting } from './run-bunting.ts';
import { createRepository, type TemporaryRepository } from './temporary-repository.ts';

/** Characters that no output for people may contain, besides its own line breaks. */
const controls = /(?!\n)[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]|^\s*::|##\w*\[/mu;
const names = [
  'a\u001b[2J.ts',
  'b\u009b.ts',
  'c\u202etxt.ts',
  'd\n::add-mask::e.ts',
  '::stop-commands::f.ts',
  '##vso[task.setvariable variable=PATH]g.ts',
  'h|i\\|j.ts',
  'k`l.ts',
  '<img src=x onerror=y>@all.ts',
  'm\u2028n\ro\tp.ts',
];
const call = `client.isEnabled('checkout-layout'); // ##vso[task.prependpath]x\n`;

let repository: TemporaryRepository;
beforeAll(() => {
  repository = createRepository({ 'other.ts': '' });
  repository.git('switch', '-q', '-c', 'topic');
  repository.commit(Object.fromEntries(names.map((name) => [name, call])));
});
afterAll(() => repository.remove());

const commands = [
  ...['text', 'json', 'csv', 'sarif', 'markdown'].map((format) => ['scan', '--format', format]),
  ...['text', 'json', 'markdown'].map((format) => ['diff', 'main', '--format', format]),
  ['push', '--dry-run', '--any-branch', '--allow-empty', '--project', 'shop', '--verbose'],
];

describe('hostile names of files', () => {
  it.each(commands)('control neither the terminal nor the log: refs %s %s %s', async (...args) => {
    const { code, stdout, stderr } = await runBunting(repository, ['refs', ...args]);
    expect(code).toBe(0);
    const printed = `${stdout.replaceAll('\r\n', '\n')}${stderr}`;
    expect(controls.exec(printed)).toBeNull();
    expect(printed).toContain('stop-commands');
  });

  it('are the same in JSON', async () => {
    const { stdout } = await runBunting(repository, ['refs', 'scan', '--format', 'json']);
    const { references } = JSON.parse(stdout) as { references: { file: string }[] };
    expect(references.map(({ file }) => file).toSorted()).toEqual(names.toSorted());
  });

  it.each([
    ['scan', 3],
    ['diff', 4],
  ])('stay in their cells of Markdown: %s', async (command, cells) => {
    const base = command === 'diff' ? ['main'] : [];
    const { stdout } = await runBunting(repository, ['refs', command, ...base, '--format', 'markdown']);
    const rows = stdout.split('\n').filter((line) => line.startsWith('|'));
    expect(rows).toHaveLength(3);
    // As GitHub reads a row: a backslash escapes the next character, and any other pipe ends a cell.
    for (const row of rows) expect(row.replaceAll(/\\./g, '').split('|')).toHaveLength(cells + 2);
  });
});
