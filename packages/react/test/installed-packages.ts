import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '@bunting/testing';
import type { ReactVersion } from './bundle-page.ts';

/** A folder of an application that has installed our packages and React. */
export interface InstalledPackages {
  readonly folder: string;
  /** The files of the archive of @bunting/react, in order. */
  readonly files: readonly string[];
  /** Replaces React and its types. */
  useReact(version: ReactVersion): void;
  remove(): void;
}

const own = fileURLToPath(new URL('..', import.meta.url));

/** Builds and packs @bunting/react and client, and unpacks them where an application has them. */
export async function installPackages(): Promise<InstalledPackages> {
  await ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'bunting-react-'));
  const modules = join(folder, 'node_modules');
  const files = ['react', 'client'].map((name) => install(name, folder))[0]!;
  const link = (name: string, target: string) => {
    const path = join(modules, name);
    rmSync(path, { recursive: true, force: true });
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  };
  const installed: InstalledPackages = {
    folder,
    files,
    useReact(version) {
      const alias = version === '18' ? '-18' : '';
      const found = (name: string) => realpathSync(join(own, 'node_modules', name));
      link('react', found(`react${alias}`));
      link('@types/react', found(`@types/react${alias}`));
      link('@types/react-dom', found('@types/react-dom'));
      // Its own `react` is the one beside it: a copy finds that of the application.
      rmSync(join(modules, 'react-dom'), { recursive: true, force: true });
      cpSync(found(`react-dom${alias}`), join(modules, 'react-dom'), { recursive: true });
      link('scheduler', realpathSync(join(found(`react-dom${alias}`), '../scheduler')));
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
  installed.useReact('19');
  return installed;
}

/** Returns the files of the archive. */
function install(name: string, folder: string): string[] {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const cwd = join(own, '..', name);
  const stdout = execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  const target = join(folder, 'node_modules/@bunting', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', target, '--strip-components', '1']);
  return packed.files.map(({ path }) => path).toSorted();
}
