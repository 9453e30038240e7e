import { type SkipReason, reasonInName } from '../scan/files/skip-reason.ts';
import type { Git } from './git.ts';
import type { TrackedFile } from './list-files.ts';

export interface Selection {
  /** The files to scan, in the order of git. */
  readonly paths: readonly string[];
  readonly skipped: readonly (readonly [path: string, reason: SkipReason])[];
  /** The number of tracked files that a sparse checkout left out. */
  readonly sparse: number;
}

const maxPathLength = 1_024;

/** Selects the files to scan by their paths and by .gitattributes. It opens no file. */
export async function selectFiles(
  git: Git,
  files: readonly TrackedFile[],
  ignored: readonly string[],
): Promise<Selection> {
  const ruleFor = await createRules(ignored);
  const marked = markedFiles(git, files);
  const paths: string[] = [];
  const skipped: [string, SkipReason][] = [];
  let sparse = 0;
  for (const { path, kind, isSparse } of files) {
    const rule = ruleFor(path);
    const reason =
      reasonFor(path, kind, rule) ?? (marked.has(path) && rule !== 'included' ? 'vendored' : undefined);
    if (reason !== undefined) skipped.push([path, reason]);
    else if (isSparse) sparse++;
    else paths.push(path);
  }
  return { paths, skipped, sparse };
}

/** Whether a snapshot may not contain the path (decisions §4): no valid UTF-8, too long, blank, absolute, or with `..`. */
function cannotBeSent(path: string): boolean {
  return (
    path.includes('\ufffd') ||
    path.length > maxPathLength ||
    path.trim() === '' ||
    /^(?:\\|[a-z]:[/\\])|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(path)
  );
}

/** What `ignore` in bunting.yaml says about a path; `included` for a rule with `!`. */
type Rule = 'ignored' | 'included' | undefined;

function reasonFor(path: string, kind: TrackedFile['kind'], rule: Rule): SkipReason | undefined {
  if (kind !== 'file') return kind;
  if (cannotBeSent(path)) return 'odd-name';
  if (rule === 'ignored') return 'ignored';
  return rule === 'included' ? undefined : reasonInName(path);
}

async function createRules(ignored: readonly string[]): Promise<(path: string) => Rule> {
  if (ignored.length === 0) return () => undefined;
  const { default: ignore } = await import('ignore');
  const rules = ignore().add([...ignored]);
  // A rule with `!` also includes files of folders that are skipped as vendored.
  const included = ignore().add(ignored.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1)));
  return (path) => {
    if (rules.ignores(path)) return 'ignored';
    return included.ignores(path) ? 'included' : undefined;
  };
}

/** The files that .gitattributes marks as vendored or generated with the attributes of GitHub. */
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
