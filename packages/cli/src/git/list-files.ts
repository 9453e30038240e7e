import { isUtf8 } from 'node:buffer';
import type { Git } from './git.ts';

export interface TrackedFile {
  readonly path: string;
  /** False if the name is no valid UTF-8: `path` then names no file. */
  readonly isUtf8: boolean;
  readonly kind: 'file' | 'symlink' | 'submodule';
  /** True if a sparse checkout left the file out of the working tree. */
  readonly isSparse: boolean;
  /** The hash of the content in the index or in the commit. */
  readonly blob: string;
}

/** Lists every tracked file in the byte order of the paths. */
export function listTrackedFiles(git: Git): TrackedFile[] {
  const files: TrackedFile[] = [];
  for (const entry of entriesOf(git.run('ls-files', '-z', '-t', '-s'))) {
    // "H 100644 <blob> <stage>\tpath"
    const { path, isUtf8, words } = entry;
    const [tag, mode, blob, stage] = words;
    // git lists a path with a merge conflict once for every side.
    if (stage !== '0' && files.at(-1)?.path === path) continue;
    files.push({ path, isUtf8, kind: kindOf(mode), isSparse: tag === 'S', blob: blob ?? '' });
  }
  return files;
}

/** Lists the files of a commit in the same order. */
export function listCommittedFiles(git: Git, commit: string): TrackedFile[] {
  return entriesOf(git.run('ls-tree', '-r', '-z', '--full-tree', commit)).map(({ path, isUtf8, words }) => {
    // "100644 blob <blob>\tpath"
    const [mode, , blob] = words;
    return { path, isUtf8, kind: kindOf(mode), isSparse: false, blob: blob ?? '' };
  });
}

interface Entry {
  /** The words before the tab. */
  readonly words: readonly string[];
  readonly path: string;
  readonly isUtf8: boolean;
}

function entriesOf(output: Buffer): Entry[] {
  const isAllUtf8 = isUtf8(output);
  const entries: Entry[] = [];
  for (let start = 0; start < output.length;) {
    const nul = output.indexOf(0, start);
    const end = nul < 0 ? output.length : nul;
    const text = output.toString('utf8', start, end);
    const tab = text.indexOf('\t');
    entries.push({
      words: text.slice(0, tab).split(' '),
      path: text.slice(tab + 1),
      isUtf8: isAllUtf8 || isUtf8(output.subarray(start, end)),
    });
    start = end + 1;
  }
  return entries;
}

function kindOf(mode: string | undefined): TrackedFile['kind'] {
  if (mode === '120000') return 'symlink';
  return mode === '160000' ? 'submodule' : 'file';
}
