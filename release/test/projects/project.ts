import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** An application outside of the workspace that uses our packages. */
export interface ProjectFiles {
  readonly type: 'module' | 'commonjs';
  /** Our packages, without scope. */
  readonly uses: readonly string[];
  readonly dependencies: Readonly<Record<string, string>>;
  /** The texts of its files by their paths. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Project {
  readonly folder: string;
  /** Runs a program of the project, as a script of package.json would. Returns what it prints. */
  run(program: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  remove(): void;
}

/** Creates an empty project and installs the archives of a release into it, as `npm install` does. */
export async function createProject(
  { type, uses, dependencies, files }: ProjectFiles,
  archives: string,
): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-project-'));
  const ours = uses.map((name) => {
    const archive = readdirSync(archives).find((file) => file.startsWith(`acme-${name}-`))!;
    return [`@acme/${name}`, `file:${join(archives, archive)}`];
  });
  const manifest = { private: true, type, dependencies: { ...Object.fromEntries(ours), ...dependencies } };
  const all = { 'package.json': JSON.stringify(manifest, undefined, 2), ...files };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const run: Project['run'] = async (program, args, env = {}) => {
    const path = `${join(folder, 'node_modules/.bin')}:${process.env['PATH']}`;
    const options = { cwd: folder, env: { ...process.env, PATH: path, ...env }, maxBuffer: 2 ** 26 };
    const { stdout } = await promisify(execFile)(program, args, options).catch((error: unknown) => {
      const { message, stdout, stderr } = error as Error & { stdout?: string; stderr?: string };
      throw new Error(`${message}\n${stdout}${stderr}`);
    });
    return stdout;
  };
  // Peer dependencies that do not fit are an error.
  await run('npm', ['install', '--strict-peer-deps', '--no-audit', '--no-fund', '--prefer-offline']);
  return { folder, run, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Returns a tsconfig.json that checks our declarations as well. */
export function makeTsconfig(options: Readonly<Record<string, unknown>>): string {
  const compilerOptions = {
    target: 'es2022',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
    ...options,
  };
  return JSON.stringify({ compilerOptions });
}
