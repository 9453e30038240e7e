import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A repository that ignores the git settings of this machine. */
export interface TemporaryRepository {
  readonly folder: string;
  /** The environment that git and the command run in. */
  readonly env: Readonly<Record<string, string>>;
  git(...args: string[]): string;
  write(files: Readonly<Record<string, string | Buffer>>): void;
  /** Writes the files, adds everything and commits. Returns the commit. */
  commit(files?: Readonly<Record<string, string | Buffer>>): string;
  remove(): void;
}

const path = process.env['PATH'] ?? '';

export function cleanEnvironment(home: string): Record<string, string> {
  return {
    PATH: path,
    HOME: home,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_AUTHOR_DATE: '2026-01-01T00:00:00Z',
    GIT_COMMITTER_NAME: 'Ada',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    GIT_COMMITTER_DATE: '2026-01-01T00:00:00Z',
  };
}

export function createRepository(files: Readonly<Record<string, string | Buffer>> = {}): TemporaryRepository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bunting-cli-')));
  const repository = openedRepository(folder);
  repository.git('init', '-q', '-b', 'main');
  repository.git('remote', 'add', 'origin', 'git@github.com:acme/shop.git');
  repository.git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
  if (Object.keys(files).length > 0) repository.commit(files);
  return repository;
}

/** Clones a repository over file://, because git ignores --depth and --filter for paths. */
export function cloneRepository(from: TemporaryRepository, ...args: string[]): TemporaryRepository {
  from.git('config', 'uploadpack.allowFilter', 'true');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bunting-cli-')));
  const repository = openedRepository(folder);
  repository.git('clone', '-q', ...args, `file://${from.folder}`, '.');
  return repository;
}

function openedRepository(folder: string): TemporaryRepository {
  const env = cleanEnvironment(folder);
  const git = (...args: string[]) =>
    execFileSync('git', args, {
      cwd: folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  const write: TemporaryRepository['write'] = (files) => {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
  };
  return {
    folder,
    env,
    git,
    write,
    commit(files = {}) {
      write(files);
      git('add', '-A', '-f');
      git('commit', '-q', '--allow-empty', '-m', 'A commit');
      return git('rev-parse', 'HEAD');
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
