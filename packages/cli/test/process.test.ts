import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '@bunting/testing';
import { builtCommand, packageFolder, runBuilt } from './built-command.ts';
import { cleanEnvironment, cloneRepository, createRepository } from './temporary-repository.ts';

const somewhere = { folder: tmpdir(), env: cleanEnvironment(tmpdir()) };
const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  version: string;
  dependencies: Record<string, string>;
};

beforeAll(ensureBuilt);

describe('the built command', () => {
  it('prints the version of its package', async () => {
    expect(await runBuilt(somewhere, ['--version'])).toEqual({
      code: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    });
  });

  it('loads none of its dependencies for --help', () => {
    const hooks = `import { writeSync } from 'node:fs';
      export function load(url, context, next) { writeSync(2, 'loaded ' + url + '\\n'); return next(url, context); }`;
    const preload = `import { register } from 'node:module'; register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hooks))});`;
    const args = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, builtCommand, '--help'];
    const { stderr } = spawnSync(process.execPath, args, { env: somewhere.env, encoding: 'utf8' });
    expect(stderr).toContain('dist/bunting-command.js');
    expect(stderr).not.toContain('node_modules');
  });

  it('does not fail when its output is closed', () => {
    const command = `"${process.execPath}" "${builtCommand}" --help | head -n 1`;
    expect(execFileSync('sh', ['-c', command], { env: somewhere.env, encoding: 'utf8' })).toContain(
      'bunting',
    );
  });

  it('prints the same bytes for equal trees, whichever thread scans which file', async () => {
    const files: Record<string, string> = { 'flags.ts': "export const KEY = 'from-a-constant';\n" };
    for (let i = 0; i < 2_000; i++) {
      files[`src/${i % 40}/file-${i}.ts`] =
        `import { KEY } from '../../flags';\nclient.isEnabled('flag-${i % 300}');\nclient.isEnabled(KEY);\n`;
    }
    const one = createRepository(files);
    const other = cloneRepository(one);
    other.git('remote', 'set-url', 'origin', 'git@github.com:acme/shop.git');
    const push = (from: typeof one) => runBuilt(from, ['refs', 'push', '--dry-run', '--project', 'web']);

    const snapshots = [await push(one), await push(other), await push(one)];
    one.remove();
    other.remove();
    expect(snapshots[0]).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('4,000 references to 301 keys'),
    });
    expect(new Set(snapshots.map(({ stdout }) => stdout)).size).toBe(1);
  });
});

describe('the package', () => {
  it('contains its code, README and licence, is small, and runs where it is unpacked', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bunting-cli-'));
    try {
      const packed = execFileSync(
        'npm',
        ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
        {
          cwd: packageFolder,
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        },
      );
      const [{ files, filename, unpackedSize }] = JSON.parse(packed) as [
        { files: { path: string }[]; filename: string; unpackedSize: number },
      ];
      const paths = files.map(({ path }) => path);
      expect(paths).toEqual(
        expect.arrayContaining(['LICENSE', 'README.md', 'package.json', 'dist/bunting-command.js']),
      );
      expect(
        paths.filter((path) => !/^(?:LICENSE|README\.md|package\.json|dist\/[\w/-]+\.js)$/.test(path)),
      ).toEqual([]);
      expect(unpackedSize).toBeLessThan(300_000);

      execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
      symlinkSync(join(packageFolder, 'node_modules'), join(folder, 'package', 'node_modules'));
      const version = execFileSync(process.execPath, [
        join(folder, 'package/dist/bunting-command.js'),
        '--version',
      ]);
      expect(version.toString()).toBe(`${manifest.version}\n`);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('depends on no package of the workspace and on nothing native', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['ignore', 're2js', 'yaml']);
    for (const name of Object.keys(manifest.dependencies)) {
      const { gypfile, dependencies, scripts } = JSON.parse(
        readFileSync(join(packageFolder, 'node_modules', name, 'package.json'), 'utf8'),
      ) as { gypfile?: boolean; dependencies?: object; scripts?: { install?: string; postinstall?: string } };
      expect({ gypfile, dependencies, install: scripts?.install ?? scripts?.postinstall }).toEqual({});
    }
  });
});
