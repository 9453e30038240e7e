import { findConstants, type Constant } from './find-constants.ts';
import type { FileFindings } from './finding.ts';
import { createHashSet, hashBackwards, mayContain } from './hash-set.ts';
import { languageOf } from './languages.ts';
import {
  createTreeReader,
  maxFileBytes,
  reasonInContent,
  toUtf8,
  type SkipReason,
} from './read-tree-file.ts';
import type { FileConstant } from './resolve-constants.ts';
import { createFileScanner, type ScannedFile } from './scan-file.ts';
import { createPatternMatcher, type UserPattern } from './user-pattern.ts';

/** What a scan is of; plain data, so that it can be handed to a thread. */
export interface ScanTask {
  readonly root: string;
  readonly paths: readonly string[];
  /** Contents that are not the working tree's, by path. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly knownKeys: ReadonlySet<string>;
  readonly patterns: readonly UserPattern[];
  /** The next file that nobody has taken; shared by all who scan. */
  readonly next: Int32Array<SharedArrayBuffer>;
}

export interface PartFindings {
  readonly findings: readonly FileFindings[];
  readonly skipped: readonly (readonly [file: number, reason: SkipReason])[];
}

/** One of those who scan: takes files as they come, then looks for constants in the files it has taken. */
export interface PartScanner {
  /** Takes files until none are left; `onChunk` is called now and then. */
  scan(onChunk?: () => void): PartFindings;
  findConstants(names: readonly string[]): FileConstant[];
}

const filesAtOnce = 64;

export async function createPartScanner(task: ScanTask): Promise<PartScanner> {
  const scanner = createFileScanner(task.knownKeys, await createPatternMatcher(task.patterns));
  const readFromTree = createTreeReader(task.root);
  // One byte more than is read at most, so that a file that is larger shows.
  const buffer = Buffer.allocUnsafeSlow(maxFileBytes + 1);
  const constantsOf: { file: number; hashes: readonly number[] }[] = [];

  const read = (path: string): Buffer | SkipReason => {
    const given = task.contents.get(path);
    if (given !== undefined) return toUtf8(Buffer.from(given.buffer, given.byteOffset, given.byteLength));
    const length = readFromTree(path, buffer);
    return typeof length === 'number' ? toUtf8(buffer.subarray(0, length)) : length;
  };

  const scan = (file: number, path: string): ScannedFile | SkipReason => {
    const content = read(path);
    if (typeof content === 'string') return content;
    return reasonInContent(content) ?? scanner.scan(file, path, content);
  };

  return {
    scan(onChunk) {
      const findings: FileFindings[] = [];
      const skipped: [number, SkipReason][] = [];
      for (;;) {
        const first = Atomics.add(task.next, 0, filesAtOnce);
        if (first >= task.paths.length) return { findings, skipped };
        for (let file = first; file < Math.min(first + filesAtOnce, task.paths.length); file++) {
          const path = task.paths[file] as string;
          const scanned = scan(file, path);
          if (typeof scanned === 'string') {
            skipped.push([file, scanned]);
            continue;
          }
          if (scanned.findings !== undefined) findings.push(scanned.findings);
          if (scanned.constants.length > 0) constantsOf.push({ file, hashes: scanned.constants });
        }
        onChunk?.();
      }
    },

    findConstants(names) {
      const wanted = new Set(names);
      const hashes = createHashSet(names.map(hashBackwards));
      const found: FileConstant[] = [];
      for (const { file, hashes: there } of constantsOf) {
        if (!there.some((hash) => mayContain(hashes, hash))) continue;
        const path = task.paths[file] as string;
        const content = read(path);
        if (typeof content === 'string') continue;
        const constants: Constant[] = findConstants(
          content.toString('latin1'),
          wanted,
          languageOf(path)?.enumsHaveArguments ?? false,
        );
        for (const constant of constants) found.push({ ...constant, file });
      }
      return found;
    },
  };
}
