import { statSync } from 'node:fs';
import { findTop } from '../git/find-top.ts';
import { createGit, type Git } from '../git/git.ts';
import { listTrackedFiles } from '../git/list-files.ts';
import { selectFiles, type Selection } from '../git/select-files.ts';
import { printableLine } from '../report/printable.ts';
import { createProgress } from '../report/progress.ts';
import { formatCount, createStatusLookup, type Report } from '../report/report.ts';
import { skipReasons, type SkipReason } from '../scan/files/skip-reason.ts';
import { scanTree, type ScannedTree } from '../scan/scan-tree.ts';
import { startWorkerPool } from '../scan/workers/worker-pool.ts';
import type { ProjectKeys } from '../service/service-client.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { say, type Context } from './context.ts';
import { projectName, projectParts, type KeyOptions } from './known-keys.ts';
import { splitReferences } from './split-references.ts';

export interface Repository {
  readonly git: Git;
  /** An estimate of the number of tracked files, from the size of the index of git. */
  readonly size: number;
  readonly settings: Settings;
}

const bytesOfIndexEntry = 100;

/** Opens the whole repository that contains the folder. */
export async function openRepository(context: Context, config: string | undefined): Promise<Repository> {
  const { top, index } = findTop(context.folder, context.env);
  const indexBytes = statSync(index, { throwIfNoEntry: false })?.size ?? 0;
  return {
    git: createGit(top, context.env),
    size: indexBytes / bytesOfIndexEntry,
    settings: await readSettings(top, config, context.folder),
  };
}

export interface ScannedRepository {
  readonly report: Report;
  /** Why files of the commit are missing from the scan; empty if none are. */
  readonly missing: readonly string[];
  /** The same, and files that were skipped though nobody excluded them; empty if everything was searched. */
  readonly unsearched: readonly string[];
}

export interface ScanOptions extends KeyOptions {
  readonly 'no-snippets'?: boolean;
}

export interface ScanPurpose {
  /** Leaves out files whose names the service refuses. */
  readonly forSnapshot: boolean;
}

/** Scans the working tree. */
export async function scanRepository(
  context: Context,
  repository: Repository,
  options: ScanOptions,
  keys: ProjectKeys | undefined,
  { forSnapshot }: ScanPurpose = { forSnapshot: false },
): Promise<ScannedRepository> {
  const { settings } = repository;
  const { selection, tree } = await scanWorkingTree(context, repository, keys, forSnapshot);
  const statusOf = createStatusLookup(keys);
  const parts = projectParts(context, options, settings);
  const withSnippets = settings.snippets && !options['no-snippets'];
  const report: Report = {
    project: parts.length > 0 ? undefined : projectName(context, options, settings),
    references: (parts.length > 0
      ? splitReferences(tree.references, parts, keys)
      : tree.references.map((reference) => ({ ...reference, status: statusOf(reference.key) }))
    ).map((reference) => (withSnippets ? reference : { ...reference, snippet: '' })),
    scanned: tree.scanned,
    skipped: joinSkipped(selection.skipped, tree.skipped),
    unresolved: tree.unresolved,
    version: context.version,
  };
  const missing = describeMissing(selection.sparse, tree.skipped);
  return { report, missing, unsearched: [...missing, ...describeUnsearched(report.skipped)] };
}

async function scanWorkingTree(
  context: Context,
  { git, size, settings }: Repository,
  keys: ProjectKeys | undefined,
  forSnapshot: boolean,
): Promise<{ selection: Selection; tree: ScannedTree }> {
  const workers = startWorkerPool(size);
  try {
    const selection = await selectFiles(git, listTrackedFiles(git), {
      ignored: settings.ignore,
      forSnapshot,
    });
    const isCi = !['', 'false'].includes(context.env['CI'] ?? '');
    const progress = createProgress(context.stderr, selection.paths.length, isCi);
    const tree = await scanTree({
      root: git.folder,
      paths: selection.paths,
      knownKeys: keys?.keys ?? new Set(),
      patterns: settings.patterns,
      workers,
      onProgress: (done) => progress.update(done),
    });
    progress.end();
    return { selection, tree };
  } finally {
    await workers.stop();
  }
}

/** Describes files that the scan misses. References in them would become stale if such a snapshot were pushed. */
export function describeMissing(
  sparse: number,
  skipped: ReadonlyMap<SkipReason, readonly string[]>,
): string[] {
  const missing = skipped.get('missing') ?? [];
  const unreadable = skipped.get('unreadable') ?? [];
  const slow = skipped.get('slow') ?? [];
  return [
    ...(sparse > 0 ? [`sparse checkout: ${formatCount(sparse, 'tracked file')} missing`] : []),
    ...(missing.length > 0
      ? [`${formatCount(missing.length, 'tracked file')} missing, such as ${printableLine(missing[0]!)}`]
      : []),
    ...(unreadable.length > 0
      ? [`${formatCount(unreadable.length, 'unreadable file')}, such as ${printableLine(unreadable[0]!)}`]
      : []),
    ...(slow.length > 0
      ? [
          `${formatCount(slow.length, 'file')} too slow to search with the patterns of bunting.yaml, such as ${printableLine(slow[0]!)}`,
        ]
      : []),
  ];
}

/** Describes files that were skipped for another reason than being vendored, generated or ignored. */
export function describeUnsearched(skipped: ReadonlyMap<SkipReason, readonly string[]>): string[] {
  const large = skipped.get('large') ?? [];
  const odd = skipped.get('odd-name') ?? [];
  return [
    ...(large.length > 0
      ? [`${formatCount(large.length, 'file')} over 1 MB, such as ${printableLine(large[0]!)}`]
      : []),
    ...(odd.length > 0
      ? [
          `${formatCount(odd.length, 'file')} with a name that cannot be sent, such as ${printableLine(odd[0]!)}`,
        ]
      : []),
  ];
}

/** Joins the files that were skipped by name and by content, in the order of the reasons. */
export function joinSkipped(
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
