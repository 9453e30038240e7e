import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runBuilt } from './built-command.ts';
import { startCoderefsService, type CoderefsService } from './coderefs-service.ts';
import { createRepository, type TemporaryRepository } from './temporary-repository.ts';

let service: CoderefsService;
let repository: TemporaryRepository;
beforeAll(async () => {
  service = await startCoderefsService();
  repository = createRepository({
    'src/a.ts':
      "if (client.isEnabled('checkout-enabled')) {\n  login('x', { password: 'hunter2' }, 'checkout-layout');\n}\n",
    'src/über <b>.py': 'client.is_enabled("unheard-of")\n',
    'flags.json': '{ "flag": "Checkout-Layout" }\n',
  });
});
afterAll(async () => {
  repository.remove();
  await service.stop();
});

const bunting = (...args: string[]) => runBuilt(repository, ['refs', ...args], service.env);

describe('bunting and coderefs-api', () => {
  it('push a snapshot that is stored as it was scanned', async () => {
    const { code, stderr } = await bunting('push');
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain('to shop: 4 references, 3 of them to variables of the project.');
    expect(stderr).toContain('Keys that are not in the project: unheard-of');
    expect(await service.connections()).toEqual([
      {
        provider: 'github',
        repository: 'acme/shop',
        branch: 'main',
        commit: repository.git('rev-parse', 'HEAD'),
      },
    ]);
    expect(await service.storedReferences('acme/shop')).toEqual([
      {
        key: 'checkout-layout',
        file: 'flags.json',
        line: 1,
        snippet: '{ "flag": "Checkout-Layout" }',
        state: 'recorded',
      },
      {
        key: 'checkout-enabled',
        file: 'src/a.ts',
        line: 1,
        snippet: "if (client.isEnabled('checkout-enabled')) {",
        state: 'recorded',
      },
      {
        key: 'checkout-layout',
        file: 'src/a.ts',
        line: 2,
        snippet: "login('x', { password: '***' }, 'checkout-layout');",
        state: 'recorded',
      },
      {
        key: 'unheard-of',
        file: 'src/über <b>.py',
        line: 1,
        snippet: 'client.is_enabled("unheard-of")',
        state: 'recorded',
      },
    ]);
  });

  it('push the same again, and then without a reference, which becomes stale', async () => {
    expect(await bunting('push')).toMatchObject({ code: 0 });
    repository.commit({ 'flags.json': '{}\n' });
    expect(await bunting('push')).toMatchObject({ code: 0 });
    const states = (await service.storedReferences('acme/shop')).map(({ file, state }) => `${file} ${state}`);
    expect(states).toEqual([
      'flags.json stale',
      'src/a.ts recorded',
      'src/a.ts recorded',
      'src/über <b>.py recorded',
    ]);
  });

  it('check the keys of the project, those of archived features included', async () => {
    const { code, stderr } = await bunting('scan', '--check');
    expect(code).toBe(1);
    expect(stderr).toContain('unheard-of is not in the project: src/über <b>.py:1');

    repository.commit({ 'src/über <b>.py': 'client.is_enabled("black-friday")\n' });
    const archived = await bunting('scan', '--check');
    expect(archived.code).toBe(1);
    expect(archived.stderr).toContain('black-friday belongs to an archived feature');

    repository.commit({ 'src/über <b>.py': '' });
    expect(await bunting('scan', '--check')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Check passed.'),
    });
  });

  it('report what a pull request adds, with the status of each key in the project', async () => {
    repository.git('switch', '-q', '-c', 'topic');
    repository.commit({ 'src/new.go': 'on, _ := client.BoolVariation("black-friday", user, false)\n' });
    const { code, stdout } = await bunting('diff', 'main');
    expect(code).toBe(0);
    expect(stdout).toContain('| `black-friday` | new, **archived** | `src/new.go:1` |  |');
    expect(await bunting('push')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Nothing pushed'),
    });
    repository.git('switch', '-q', 'main');
  });

  it('write the types of the variables, and check them', async () => {
    const types = (...args: string[]) => runBuilt(repository, ['types', ...args], service.env);
    expect(await types('--out', 'bunting.d.ts', '--literals', '--openfeature')).toMatchObject({ code: 0 });
    const written = readFileSync(join(repository.folder, 'bunting.d.ts'), 'utf8');
    expect(written).toContain(`  interface Variables {
    'checkout-enabled': boolean;
    'checkout-layout': boolean;
    'price-step': 0.5 | 2;
    'price-table': [] | { 'cents': [99] };
    'price-text': 'as it is' | 'it\\'s';
  }
`);
    const check = ['--check', '--out', 'bunting.d.ts'];
    expect(await types(...check, '--literals', '--openfeature')).toMatchObject({ code: 0 });
    expect(await types(...check, '--client')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("- 'price-text': 'as it is' | 'it\\'s';"),
    });
    expect(await types('--project', 'no-such-project')).toMatchObject({ code: 3 });
    rmSync(join(repository.folder, 'bunting.d.ts'));
  });

  it('report what the service refuses', async () => {
    const env = { ...service.env, BUNTING_PROJECT: 'no-such-project' };
    expect(await runBuilt(repository, ['refs', 'push'], env)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('Check --project'),
    });
    const stranger = { ...service.env, BUNTING_TOKEN: 'rpa_stranger' };
    expect(await runBuilt(repository, ['refs', 'push'], stranger)).toMatchObject({ code: 3 });
    expect(await runBuilt(repository, ['refs', 'push', '--soft-fail'], stranger)).toMatchObject({ code: 0 });
  });
});
