import { type SkipReason, reasonInName } from '../scan/files/skip-reason.ts';
import { lstatSync } from 'node:fs';
import { Failure, exitCodes } from '../command/failure.ts';
import { canSendFile, leavesRepository } from '../service/snapshot-rules.ts';
import type { Git } from './git.ts';
import type { TrackedFile } from './list-files.ts';

export interface Selection {
  /** The files to scan, in the order of git. */
  readonly paths: readonly string[];
  readonly skipped: readonly (readonly [path: string, reason: SkipReason])[];
  /** The number of tracked files that a sparse checkout left out. */
  readonly sparse: number;
}

const maxMs = 60_000;

/**
 * Selects the files to scan by their paths and by .gitattributes. It opens no file. `forSnapshot` also leaves out files whose names
 * the service refuses: one of them would stop the whole push.
 */
export async function selectFiles(
  git: Git,
  files: readonly TrackedFile[],
  { ignored, forSnapshot }: { readonly ignored: readonly string[]; readonly forSnapshot: boolean },
): Promise<Selection> {
  const ruleFor = await createRules(ignored);
  const marked = markedFiles(git, files);
  const startedAt = performance.now();
  const paths: string[] = [];
  const skipped: [string, SkipReason][] = [];
  let sparse = 0;
  for (const file of files) {
    const { path, isSparse } = file;
    const rule = ruleFor(path);
    if (ignored.length > 0 && performance.now() - startedAt > maxMs)
      throw new Failure(exitCodes.usage, 'The ignore: rules in bunting.yaml take more than a minute.');
    const reason =
      reasonFor(file, rule, forSnapshot) ??
      (marked.has(path) && rule !== 'included' ? 'vendored' : undefined);
    if (reason !== undefined) skipped.push([path, reason]);
    else if (isSparse) sparse++;
    else paths.push(path);
  }
  return { paths, skipped, sparse };
}

/** The match of `ignore` in bunting.yaml for a path; `included` for a rule with `!`. */
type Rule = 'ignored' | 'included' | undefined;

function reasonFor(
  { path, kind, isUtf8 }: TrackedFile,
  rule: Rule,
  forSnapshot: boolean,
): SkipReason | undefined {
  if (kind !== 'file') return kind;
  if (rule === 'ignored') return 'ignored';
  if (!isUtf8 || leavesRepository(path) || (forSnapshot && !canSendFile(path))) return 'odd-name';
  return rule === 'included' ? undefined : reasonInName(path);
}

async function createRules(ignored: readonly string[]): Promise<(path: string) => Rule> {
  if (ignored.length === 0) return () => undefined;
  const { default: ignore } = await import('ignore');
  // Otherwise the library throws for a path such as `../a`, which only a damaged index contains.
  const options = { allowRelativePaths: true };
  const rules = ignore(options).add([...ignored]);
  // A rule with `!` also includes files of folders that are skipped as vendored.
  const negated = ignored.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
  const included = ignore(options).add(negated);
  return (path) => {
    if (rules.ignores(path)) return 'ignored';
    return included.ignores(path) ? 'included' : undefined;
  };
}

/** Returns the files that .gitattributes marks as vendored or generated with the attributes of GitHub. */
function markedFiles(git: Git, files: readonly TrackedFile[]): ReadonlySet<string> {
  if (!files.some(({ path }) => path === '.gitattributes' || path.endsWith('/.gitattributes')))
    return new Set();
  refuseOddAttributes(git.folder, files);
  const attributes = ['linguist-vendored', 'linguist-generated'];
  const specifications = attributes.flatMap((name) => [`:(attr:${name})`, `:(attr:${name}=true)`]);
  return new Set(
    git
      .run('ls-files', '-z', '--', ...specifications)
      .toString('utf8')
      .split('\0'),
  );
}

/**
 * Throws for a .gitattributes that is no file: git reads those of each folder, tracked or not, and would wait for a
 * pipe.
 */
function refuseOddAttributes(top: string, files: readonly TrackedFile[]): void {
  const folders = new Set(files.map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1)));
  for (const folder of folders) {
    const stat = lstatSync(`${top}/${folder}.gitattributes`, { throwIfNoEntry: false });
    if (stat !== undefined && !stat.isFile() && !stat.isSymbolicLink() && !stat.isDirectory())
      throw new Failure(exitCodes.usage, `${folder}.gitattributes is not a regular file.`);
  }
}
