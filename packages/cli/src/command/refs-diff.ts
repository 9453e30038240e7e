import { listChangedFiles } from '../git/changed-files.ts';
import { listCommittedFiles, listTrackedFiles, type TrackedFile } from '../git/list-files.ts';
import type { Git } from '../git/git.ts';
import { selectFiles } from '../git/select-files.ts';
import {
  compare,
  diffToJson,
  diffToMarkdown,
  diffToText,
  formatNotes,
  type Difference,
} from '../report/diff.ts';
import { createStatusLookup } from '../report/report.ts';
import { scanTree, type Reference } from '../scan/scan-tree.ts';
import { maxFileBytes } from '../scan/files/skip-reason.ts';
import type { ProjectKeys } from '../service/service-client.ts';
import type { Options } from './options.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { knownKeys, projectParts } from './known-keys.ts';
import { writeResult } from './refs-scan.ts';
import { splitReferences } from './split-references.ts';
import {
  describeMissing,
  describeUnsearched,
  joinSkipped,
  openRepository,
  sayAll,
  scanRepository,
  type Repository,
} from './scan-repository.ts';

const formats: Readonly<Record<string, (difference: Difference) => string>> = {
  markdown: diffToMarkdown,
  json: diffToJson,
  text: diffToText,
};

export async function refsDiff(
  context: Context,
  options: Options<'diff'>,
  [base = '']: readonly string[],
): Promise<ExitCode> {
  const format = formats[options.format ?? 'markdown'] ?? diffToMarkdown;
  const repository = await openRepository(context, options.config);
  const commit = findBase(context, repository.git, base);
  const keys = await knownKeys(context, options, repository.settings, repository.git.folder);
  const { report, unsearched } = await scanRepository(context, repository, options, keys);
  const before = await scanCommit(repository, commit, keys);
  const parts = projectParts(context, options, repository.settings);
  const references = parts.length > 0 ? splitReferences(before.references, parts, keys) : before.references;
  const changes = compare(references, report.references, createStatusLookup(keys));
  const difference = { changes, unsearched: { before: before.unsearched, after: unsearched } };
  sayAll(context, formatNotes(difference));
  writeResult(context, { output: options.output, root: repository.git.folder }, format(difference));
  return exitCodes.done;
}

/**
 * Finds the commit where the branch left BASE, so that later commits on BASE do not count as changes of the pull
 * request.
 */
function findBase(context: Context, git: Git, base: string): string {
  const commit = git.ask('rev-parse', '--verify', '--quiet', `${base}^{commit}`);
  if (commit === undefined)
    throw new Failure(
      exitCodes.usage,
      `Can't find the commit "${base}". In CI, fetch the full history (fetch-depth: 0).`,
    );
  const fork = git.ask('merge-base', commit, 'HEAD');
  if (fork !== undefined) return fork;
  say(context, `Note: the history is too shallow to find the merge base; comparing with ${base} itself.`);
  return commit;
}

/** Scans a commit without checking it out. It reads files that have not changed since from the working tree. */
async function scanCommit(
  { git, settings }: Repository,
  commit: string,
  keys: ProjectKeys | undefined,
): Promise<{ references: readonly Reference[]; unsearched: readonly string[] }> {
  const files = listCommittedFiles(git, commit);
  const {
    paths,
    sparse,
    skipped: selected,
  } = await selectFiles(git, files, {
    ignored: settings.ignore,
    forSnapshot: false,
  });
  const { references, skipped } = await scanTree({
    root: git.folder,
    paths,
    contents: readChanged(git, files, new Set(paths)),
    knownKeys: keys?.keys ?? new Set(),
    patterns: settings.patterns,
  });
  // References are compared by their snippets, which the working tree's side does not have either.
  const comparable = settings.snippets
    ? references
    : references.map((reference) => ({ ...reference, snippet: '' }));
  return {
    references: comparable,
    unsearched: [...describeMissing(sparse, skipped), ...describeUnsearched(joinSkipped(selected, skipped))],
  };
}

/** Reads the files of the commit that differ from the working tree, with one process of git. */
function readChanged(
  git: Git,
  files: readonly TrackedFile[],
  wanted: ReadonlySet<string>,
): Map<string, Uint8Array> {
  const now = new Map(listTrackedFiles(git).map(({ path, blob }) => [path, blob]));
  const touched = new Set(listChangedFiles(git));
  const changed = files.filter(
    ({ path, blob }) => wanted.has(path) && (now.get(path) !== blob || touched.has(path)),
  );
  const contents = new Map<string, Uint8Array>();
  if (changed.length === 0) return contents;
  const output = git.feed(
    Buffer.from(changed.map(({ blob }) => `${blob}\n`).join('')),
    'cat-file',
    '--batch',
  );
  let at = 0;
  for (const { path } of changed) {
    // "<blob> blob <size>\n<content>\n"
    const end = output.indexOf(10, at);
    const [name, , size] = output.toString('latin1', at, end).split(' ');
    if (size === undefined)
      throw new Failure(exitCodes.usage, `git does not have the object ${name}: the clone is partial.`);
    contents.set(path, output.subarray(end + 1, end + 1 + Math.min(Number(size), maxFileBytes + 1)));
    at = end + 1 + Number(size) + 1;
  }
  return contents;
}
