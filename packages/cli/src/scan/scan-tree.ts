/**
 * The steps of a scan:
 *
 *   workers/       divides the files among threads
 *   files/         reads a file, or returns the reason to skip it
 *   scan-file.ts   finds the keys of one file:
 *     lexing/          one pass over its bytes finds candidates; also the syntax of keys
 *     calls/           reads a candidate for a call of a flag client, with the tables of languages/
 *     user-patterns.ts searches for the patterns of bunting.yaml
 *     snippets/        reads the line of a key and masks secrets in it
 *   constants/     finds the constants that calls pass, in a second pass over the files that may define them
 *
 * Another client or language is a change in languages/ and nowhere else.
 */
import { listReadings } from './calls/read-arguments.ts';
import { resolveConstants } from './constants/resolve-constants.ts';
import type { SkipReason } from './files/skip-reason.ts';
import { ways, type FileFindings, type Found } from './findings.ts';
import type { UserPattern } from './user-patterns.ts';
import { createPartScanner, type ScanTask } from './workers/scan-task.ts';
import type { WorkerPool } from './workers/worker-pool.ts';

export interface ScanOptions {
  readonly root: string;
  /** In the byte order of the paths. */
  readonly paths: readonly string[];
  readonly contents?: ReadonlyMap<string, Uint8Array>;
  readonly knownKeys: ReadonlySet<string>;
  readonly patterns: readonly UserPattern[];
  readonly onProgress?: (done: number) => void;
  /** Threads that scan besides this one. */
  readonly workers?: WorkerPool;
}

export interface Reference extends Found {
  readonly file: string;
}

export interface ScannedTree {
  /** In the order of file, line and key, each combination once. */
  readonly references: readonly Reference[];
  readonly skipped: ReadonlyMap<SkipReason, readonly string[]>;
  /** The number of files that were searched. */
  readonly scanned: number;
  /** The number of calls with a constant whose key was not found. */
  readonly unresolved: number;
}

/** Scans a list of files on all cores. The result does not depend on which thread scans which file. */
export async function scanTree(options: ScanOptions): Promise<ScannedTree> {
  const { paths, knownKeys, patterns, root, workers, contents = new Map<string, Uint8Array>() } = options;
  const next = new Int32Array(new SharedArrayBuffer(4));
  const task: ScanTask = { root, paths, contents, knownKeys, patterns, next };
  const answers = workers?.scan(task);
  const own = await createPartScanner(task);
  const scanned = own.scan(() => options.onProgress?.(Math.min(Atomics.load(next, 0), paths.length)));
  const parts = [scanned, ...((await answers) ?? [])];
  const findings = parts.flatMap((part) => part.findings).toSorted((a, b) => a.file - b.file);

  const names = wantedNames(findings);
  const found = names.length === 0 ? [] : [own.findConstants(names), await workers?.findConstants(names)];
  const constants = found.flatMap((list) => list ?? []);
  constants.sort((a, b) => a.file - b.file || a.offset - b.offset);
  const { resolved, unresolved } = resolveConstants(paths, findings, constants);
  const skipped = parts.flatMap((part) => part.skipped).toSorted(([a], [b]) => a - b);
  return {
    references: referencesOf(paths, findings, resolved),
    skipped: byReason(paths, skipped),
    scanned: paths.length - skipped.length,
    unresolved,
  };
}

function wantedNames(findings: readonly FileFindings[]): string[] {
  const names = new Set<string>();
  for (const { uses, renames } of findings) {
    for (const { path } of uses)
      for (const reading of listReadings(path)) names.add(reading.at(-1) as string);
    for (const [local, original] of renames) if (names.has(local)) names.add(original);
  }
  return [...names];
}

function referencesOf(
  paths: readonly string[],
  findings: readonly FileFindings[],
  resolved: readonly { file: number; found: Found }[],
): Reference[] {
  const byPosition = new Map<string, { file: number; found: Found }>();
  const all = findings.flatMap(({ file, found }) => found.map((one) => ({ file, found: one })));
  for (const one of [...all, ...resolved]) {
    const occurrence = `${one.file} ${one.found.line} ${one.found.key}`;
    const earlier = byPosition.get(occurrence);
    if (earlier === undefined || ways.indexOf(one.found.way) < ways.indexOf(earlier.found.way))
      byPosition.set(occurrence, one);
  }
  return [...byPosition.values()]
    .toSorted(
      (a, b) => a.file - b.file || a.found.line - b.found.line || (a.found.key < b.found.key ? -1 : 1),
    )
    .map(({ file, found }) => ({ file: paths[file] as string, ...found }));
}

function byReason(
  paths: readonly string[],
  skipped: readonly (readonly [number, SkipReason])[],
): Map<SkipReason, string[]> {
  const lists = new Map<SkipReason, string[]>();
  for (const [file, reason] of skipped) {
    const list = lists.get(reason);
    if (list === undefined) lists.set(reason, [paths[file] as string]);
    else list.push(paths[file] as string);
  }
  return lists;
}
