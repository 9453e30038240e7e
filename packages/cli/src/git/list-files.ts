import type { Git } from './git.ts';

export interface TrackedFile {
  readonly path: string;
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
    // "H 100644 <blob> 0\tpath"
    const tab = entry.indexOf('\t');
    const path = entry.slice(tab + 1);
    // git lists a path with a merge conflict once for every side.
    if (files.at(-1)?.path === path) continue;
    const [tag, mode, blob] = entry.slice(0, tab).split(' ');
    files.push({ path, kind: kindOf(mode), isSparse: tag === 'S', blob: blob ?? '' });
  }
  return files;
}

/** Lists the files of a commit in the same order. */
export function listCommittedFiles(git: Git, commit: string): TrackedFile[] {
  return entriesOf(git.run('ls-tree', '-r', '-z', '--full-tree', commit)).map((entry) => {
    // "100644 blob <blob>\tpath"
    const tab = entry.indexOf('\t');
    const [mode, , blob] = entry.slice(0, tab).split(' ');
    return { path: entry.slice(tab + 1), kind: kindOf(mode), isSparse: false, blob: blob ?? '' };
  });
}

function entriesOf(output: Buffer): string[] {
  return output.toString('utf8').split('\0').filter(Boolean);
}

function kindOf(mode: string | undefined): TrackedFile['kind'] {
  if (mode === '120000') return 'symlink';
  return mode === '160000' ? 'submodule' : 'file';
}
