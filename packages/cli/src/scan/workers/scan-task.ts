import { findConstants, type Constant } from '../constants/find-constants.ts';
import type { FileConstant } from '../constants/resolve-constants.ts';
import { createTreeReader, toUtf8 } from '../files/read-file.ts';
import { maxFileBytes, reasonInContent, type SkipReason } from '../files/skip-reason.ts';
import type { FileFindings } from '../findings.ts';
import { detectLanguage } from '../languages/languages.ts';
import { createHashSet, hashBackwards, mayContain } from '../lexing/hash-set.ts';
import { createFileScanner, type ScannedFile } from '../scan-file.ts';
import { createPatternMatcher, type UserPattern } from '../user-patterns.ts';

/** The input of a scan: plain data, which can be posted to a thread. */
export interface ScanTask {
  readonly root: string;
  readonly paths: readonly string[];
  /** Contents of files, by path, to scan instead of the working tree's. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly knownKeys: ReadonlySet<string>;
  readonly patterns: readonly UserPattern[];
  /** Index of the next file that no thread has taken. All threads share it. */
  readonly next: Int32Array<SharedArrayBuffer>;
}

/** The findings of one thread. */
export interface PartFindings {
  readonly findings: readonly FileFindings[];
  readonly skipped: readonly (readonly [file: number, reason: SkipReason])[];
}

/** Scans a part of the files in one thread, then finds constants in the same files. */
export interface PartScanner {
  /** Takes files until none are left. Calls `onChunk` after every 64 files. */
  scan(onChunk?: () => void): PartFindings;
  findConstants(names: readonly string[]): FileConstant[];
}

const filesPerChunk = 64;

export async function createPartScanner(task: ScanTask): Promise<PartScanner> {
  const scanner = createFileScanner(task.knownKeys, await createPatternMatcher(task.patterns));
  const readFromTree = createTreeReader(task.root);
  // One byte more than the limit, so that a larger file is recognised.
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
        const first = Atomics.add(task.next, 0, filesPerChunk);
        if (first >= task.paths.length) return { findings, skipped };
        for (let file = first; file < Math.min(first + filesPerChunk, task.paths.length); file++) {
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
          detectLanguage(path)?.enumsHaveArguments ?? false,
        );
        for (const constant of constants) found.push({ ...constant, file });
      }
      return found;
    },
  };
}
