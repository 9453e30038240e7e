import type { SkipReason } from '../scan/read-tree-file.ts';
import { reasonInName } from '../scan/skip-by-name.ts';
import type { Git } from './git.ts';
import type { TrackedFile } from './list-files.ts';

export interface Selection {
  /** What is scanned, in git's order. */
  readonly paths: readonly string[];
  readonly skipped: readonly (readonly [path: string, reason: SkipReason])[];
  /** Tracked files that a sparse checkout left out. */
  readonly sparse: number;
}

const longestPath = 1_024;

/** Chooses by name and by what git knows; nothing is opened yet. */
export async function selectFiles(
  git: Git,
  files: readonly TrackedFile[],
  ignored: readonly string[],
): Promise<Selection> {
  const verdict = await createVerdict(ignored);
  const marked = markedFiles(git, files);
  const paths: string[] = [];
  const skipped: [string, SkipReason][] = [];
  let sparse = 0;
  for (const { path, kind, isSparse } of files) {
    const said = verdict(path);
    const reason =
      reasonFor(path, kind, said) ?? (marked.has(path) && said !== 'wanted' ? 'vendored' : undefined);
    if (reason !== undefined) skipped.push([path, reason]);
    else if (isSparse) sparse++;
    else paths.push(path);
  }
  return { paths, skipped, sparse };
}

/** Not valid UTF-8, or what a snapshot may not say (decisions §4): too long, blank, or like a path from outside. */
function isOdd(path: string): boolean {
  return (
    path.includes('\ufffd') ||
    path.length > longestPath ||
    path.trim() === '' ||
    /^(?:\\|[a-z]:[/\\])|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(path)
  );
}

type Verdict = 'ignored' | 'wanted' | undefined;

function reasonFor(path: string, kind: TrackedFile['kind'], verdict: Verdict): SkipReason | undefined {
  if (kind !== 'file') return kind;
  if (isOdd(path)) return 'odd-name';
  if (verdict === 'ignored') return 'ignored';
  return verdict === 'wanted' ? undefined : reasonInName(path);
}

async function createVerdict(ignored: readonly string[]): Promise<(path: string) => Verdict> {
  if (ignored.length === 0) return () => undefined;
  const { default: ignore } = await import('ignore');
  const rules = ignore().add([...ignored]);
  // What a `!` takes back is taken back from our own list of vendored folders too.
  const wanted = ignore().add(ignored.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1)));
  return (path) => {
    if (rules.ignores(path)) return 'ignored';
    return wanted.ignores(path) ? 'wanted' : undefined;
  };
}

/** What .gitattributes calls vendored or generated, as GitHub reads it. */
function markedFiles(git: Git, files: readonly TrackedFile[]): ReadonlySet<string> {
  if (!files.some(({ path }) => path === '.gitattributes' || path.endsWith('/.gitattributes')))
    return new Set();
  const attributes = ['linguist-vendored', 'linguist-generated'];
  const specifications = attributes.flatMap((name) => [`:(attr:${name})`, `:(attr:${name}=true)`]);
  return new Set(
    git
      .run('ls-files', '-z', '--', ...specifications)
      .toString('utf8')
      .split('\0'),
  );
}
