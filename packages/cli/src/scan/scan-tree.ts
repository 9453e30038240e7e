import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { readingsOf } from './accessors.ts';
import { ways, type FileFindings, type Found } from './finding.ts';
import type { SkipReason } from './read-tree-file.ts';
import { resolveConstants, type FileConstant } from './resolve-constants.ts';
import { createPartScanner, type PartFindings, type ScanTask } from './scan-part.ts';
import type { UserPattern } from './user-pattern.ts';

export interface ScanOptions {
  readonly root: string;
  /** In the byte order of the paths. */
  readonly paths: readonly string[];
  readonly contents?: ReadonlyMap<string, Uint8Array>;
  readonly knownKeys: ReadonlySet<string>;
  readonly patterns: readonly UserPattern[];
  readonly onProgress?: (done: number) => void;
  /** How many threads besides this one; left out: as many as cores are free, for a tree that is worth it. */
  readonly threads?: number;
}

export interface Reference extends Found {
  readonly file: string;
}

export interface ScannedTree {
  /** By file, line, key; no two of one file, line and key. */
  readonly references: readonly Reference[];
  readonly skipped: ReadonlyMap<SkipReason, readonly string[]>;
  /** Files whose content was looked at. */
  readonly scanned: number;
  /** Calls with a constant whose key was not found in the repository. */
  readonly unresolved: number;
}

const workerFile = fileURLToPath(new URL('scan-worker.js', import.meta.url));
const filesWorthAThread = 1_500;
const mostThreads = 7;

/** Scans a list of files on all cores. The same files give the same answer, whoever scanned which. */
export async function scanTree(options: ScanOptions): Promise<ScannedTree> {
  const { paths, knownKeys, patterns, root, contents = new Map<string, Uint8Array>() } = options;
  const next = new Int32Array(new SharedArrayBuffer(4));
  const task: ScanTask = { root, paths, contents, knownKeys, patterns, next };
  const workers = Array.from(
    { length: options.threads ?? threadsFor(paths.length) },
    () => new Worker(workerFile, { workerData: task, stdout: false, stderr: false }),
  );
  try {
    const answers = workers.map(answerOf<PartFindings>);
    const own = await createPartScanner(task);
    const scanned = own.scan(() => options.onProgress?.(Math.min(Atomics.load(next, 0), paths.length)));
    const parts = [scanned, ...(await Promise.all(answers))];
    const findings = parts.flatMap((part) => part.findings).toSorted((a, b) => a.file - b.file);

    const names = wantedNames(findings);
    const constants = names.length === 0 ? [] : own.findConstants(names);
    if (names.length > 0) {
      const found = workers.map(answerOf<FileConstant[]>);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      for (const worker of workers) worker.postMessage(names);
      constants.push(...(await Promise.all(found)).flat());
    }
    constants.sort((a, b) => a.file - b.file || a.offset - b.offset);
    const { resolved, unresolved } = resolveConstants(paths, findings, constants);
    const skipped = parts.flatMap((part) => part.skipped).toSorted(([a], [b]) => a - b);
    return {
      references: referencesOf(paths, findings, resolved),
      skipped: byReason(paths, skipped),
      scanned: paths.length - skipped.length,
      unresolved,
    };
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

function threadsFor(files: number): number {
  // From source, as in tests, there is no compiled worker.
  if (files < filesWorthAThread || !existsSync(workerFile)) return 0;
  return Math.min(availableParallelism() - 1, mostThreads);
}

async function answerOf<Answer>(worker: Worker): Promise<Answer> {
  const [answer] = (await once(worker, 'message')) as [Answer];
  return answer;
}

function wantedNames(findings: readonly FileFindings[]): string[] {
  const names = new Set<string>();
  for (const { uses, renames } of findings) {
    for (const { path } of uses) for (const reading of readingsOf(path)) names.add(reading.at(-1) as string);
    for (const [local, original] of renames) if (names.has(local)) names.add(original);
  }
  return [...names];
}

function referencesOf(
  paths: readonly string[],
  findings: readonly FileFindings[],
  resolved: readonly { file: number; found: Found }[],
): Reference[] {
  const byPlace = new Map<string, { file: number; found: Found }>();
  const all = findings.flatMap(({ file, found }) => found.map((one) => ({ file, found: one })));
  for (const one of [...all, ...resolved]) {
    const place = `${one.file} ${one.found.line} ${one.found.key}`;
    const earlier = byPlace.get(place);
    if (earlier === undefined || ways.indexOf(one.found.way) < ways.indexOf(earlier.found.way))
      byPlace.set(place, one);
  }
  return [...byPlace.values()]
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
