import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createGit, type Git } from '../git/git.ts';
import { listTrackedFiles } from '../git/list-files.ts';
import { selectFiles, type Selection } from '../git/select-files.ts';
import { createProgress } from '../report/progress.ts';
import { counted, createStatusOf, type Report } from '../report/report.ts';
import { skipReasons, type SkipReason } from '../scan/read-tree-file.ts';
import { scanTree, type ScannedTree } from '../scan/scan-tree.ts';
import { startThreads } from '../scan/threads.ts';
import type { ProjectKeys } from '../service/service-client.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes } from './failure.ts';
import { projectName, type KeyOptions } from './known-keys.ts';

export interface Repository {
  readonly git: Git;
  /** About how many files are tracked, by the size of git's index. */
  readonly size: number;
  readonly settings: Settings;
}

const bytesOfIndexEntry = 100;

/** The repository that the folder is in, whole: also from one of its subfolders. */
export async function openRepository(context: Context, config: string | undefined): Promise<Repository> {
  const here = createGit(context.folder, context.env);
  const [top = '', index = ''] = here
    .run('rev-parse', '--show-toplevel', '--git-path', 'index')
    .toString('utf8')
    .split(/\r?\n/);
  if (top === '') throw new Failure(exitCodes.usage, 'This repository has no working tree to scan.');
  const indexBytes = statSync(resolve(context.folder, index), { throwIfNoEntry: false })?.size ?? 0;
  return {
    git: createGit(top, context.env),
    size: indexBytes / bytesOfIndexEntry,
    settings: await readSettings(top, config, context.folder),
  };
}

export interface ScannedRepository {
  readonly report: Report;
  /** Why the working tree is not all of the commit; empty: it is. */
  readonly holes: readonly string[];
  /** The holes, and what else nobody asked to leave out: empty, and everything was looked through. */
  readonly unseen: readonly string[];
}

export interface ScanOptions extends KeyOptions {
  readonly 'no-snippets'?: boolean;
}

/** Scans the working tree. */
export async function scanRepository(
  context: Context,
  repository: Repository,
  options: ScanOptions,
  keys: ProjectKeys | undefined,
): Promise<ScannedRepository> {
  const { settings } = repository;
  const { selection, tree } = await scanWorkingTree(context, repository, keys);
  const statusOf = createStatusOf(keys);
  const withSnippets = settings.snippets && !options['no-snippets'];
  const report: Report = {
    project: projectName(context, options, settings),
    references: tree.references.map((reference) => ({
      ...reference,
      snippet: withSnippets ? reference.snippet : '',
      status: statusOf(reference.key),
    })),
    scanned: tree.scanned,
    skipped: joined(selection.skipped, tree.skipped),
    unresolved: tree.unresolved,
    version: context.version,
  };
  const holes = holesIn(selection.sparse, tree.skipped);
  return { report, holes, unseen: [...holes, ...leftOutOf(report.skipped)] };
}

async function scanWorkingTree(
  context: Context,
  { git, size, settings }: Repository,
  keys: ProjectKeys | undefined,
): Promise<{ selection: Selection; tree: ScannedTree }> {
  const threads = startThreads(size);
  try {
    const selection = await selectFiles(git, listTrackedFiles(git), settings.ignore);
    const isCi = !['', 'false'].includes(context.env['CI'] ?? '');
    const progress = createProgress(context.stderr, selection.paths.length, isCi);
    const tree = await scanTree({
      root: git.folder,
      paths: selection.paths,
      knownKeys: keys?.keys ?? new Set(),
      patterns: settings.patterns,
      threads,
      onProgress: (done) => progress.update(done),
    });
    progress.end();
    return { selection, tree };
  } finally {
    await threads.stop();
  }
}

/** A snapshot of a tree with holes would make stale what lies in the holes. */
export function holesIn(sparse: number, skipped: ReadonlyMap<SkipReason, readonly string[]>): string[] {
  const missing = skipped.get('missing') ?? [];
  const unreadable = skipped.get('unreadable') ?? [];
  const slow = skipped.get('slow') ?? [];
  return [
    ...(sparse > 0 ? [`the checkout is sparse: ${sparse} tracked files are left out`] : []),
    ...(missing.length > 0 ? [`${missing.length} tracked files are not there, such as ${missing[0]}`] : []),
    ...(unreadable.length > 0 ? [`${unreadable.length} files cannot be read, such as ${unreadable[0]}`] : []),
    ...(slow.length > 0
      ? [`the patterns of bunting.yaml take too long: ${slow.length} files are left out, such as ${slow[0]}`]
      : []),
  ];
}

/** Files that are there and nobody called vendored, generated or ignored. */
export function leftOutOf(skipped: ReadonlyMap<SkipReason, readonly string[]>): string[] {
  const large = skipped.get('large') ?? [];
  const odd = skipped.get('odd-name') ?? [];
  return [
    ...(large.length > 0 ? [`${counted(large.length, 'file')} over 1 MB, such as ${large[0]}`] : []),
    ...(odd.length > 0
      ? [`${counted(odd.length, 'file')} with a name that cannot be sent, such as ${odd[0]}`]
      : []),
  ];
}

export function joined(
  selected: readonly (readonly [string, SkipReason])[],
  scanned: ReadonlyMap<SkipReason, readonly string[]>,
): Map<SkipReason, string[]> {
  const all = new Map<SkipReason, string[]>();
  for (const reason of skipReasons) {
    const paths = selected.filter(([, one]) => one === reason).map(([path]) => path);
    const files = [...paths, ...(scanned.get(reason) ?? [])];
    if (files.length > 0) all.set(reason, files);
  }
  return all;
}

export function sayAll(context: Context, lines: readonly string[]): void {
  for (const line of lines) say(context, line);
}
