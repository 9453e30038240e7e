import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCoderefsService, type CoderefsService } from './coderefs-service.ts';
import { runBunting } from './run-bunting.ts';
import { createRepository, type TemporaryRepository } from './temporary-repository.ts';

let service: CoderefsService;
let repository: TemporaryRepository;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  service = await startCoderefsService();
  env = { ...service.env, BUNTING_PROJECT: '' };
  repository = createRepository({
    'bunting.yaml':
      'projects:\n  - { path: apps, project: shop }\n  - { path: apps/admin/, project: Admin }\n',
    'apps/shop.ts': "client.isEnabled('checkout-enabled');\nconst menu = 'admin-menu';\n",
    'apps/admin/menu.ts': "const menu = 'admin-menu';\nclient.isEnabled('checkout-enabled');\n",
    'apps/administration.ts': "client.isEnabled('black-friday');\n",
    'tools/build.ts': "client.isEnabled('checkout-layout');\n",
  });
});
afterAll(async () => {
  repository.remove();
  await service.stop();
});

const bunting = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  runBunting(repository, ['refs', ...args], { ...env, ...more });

describe('a repository with several projects', () => {
  it('pushes a snapshot for each, of one scan, by the longest path', async () => {
    const { code, stderr } = await bunting(['push']);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr.match(/Scanned/g)).toHaveLength(1);
    expect(stderr).toContain('to shop: 2 references, 2 of them');
    expect(stderr).toContain('to admin: 2 references, 1 of them');
    const stored = await service.storedReferences('acme/shop');
    expect(stored.map(({ key, file, line }) => `${key} ${file}:${line}`)).toEqual([
      'admin-menu apps/admin/menu.ts:1',
      'checkout-enabled apps/admin/menu.ts:2',
      'black-friday apps/administration.ts:1',
      'checkout-enabled apps/shop.ts:1',
    ]);
  });

  it('is checked with the keys of the project of each file', async () => {
    const { code, stderr } = await bunting(['scan', '--check']);
    expect(code).toBe(1);
    expect(stderr).toContain('checkout-enabled is not in the project: apps/admin/menu.ts:2');
    expect(stderr).toContain('black-friday belongs to an archived feature: apps/administration.ts:1');
  });

  it('is one of one project where an option or a variable names it', async () => {
    const { stdout } = await bunting(['push', '--dry-run', '--project', 'admin']);
    expect(JSON.parse(stdout)).toMatchObject({ project: 'admin' });
    const named = await bunting(['push', '--dry-run'], { BUNTING_PROJECT: 'shop' });
    expect(JSON.parse(named.stdout)).toMatchObject({ project: 'shop' });
    const both = await bunting(['push', '--dry-run']);
    const projects = both.stdout
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { project: string }).project);
    expect(projects).toEqual(['shop', 'admin']);
  });

  it('pushes nothing where one of them has no reference', async () => {
    const before = await service.storedReferences('acme/shop');
    repository.commit({ 'apps/admin/menu.ts': '' });
    expect(await bunting(['push'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Nothing pushed: no reference was found for admin'),
    });
    expect(await service.storedReferences('acme/shop')).toEqual(before);
  });
});
