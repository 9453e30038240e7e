import { listCommittedFiles, listTrackedFiles, type TrackedFile } from '../git/list-files.ts';
import type { Git } from '../git/git.ts';
import { selectFiles } from '../git/select-files.ts';
import { compare } from '../report/diff.ts';
import { diffToJson, diffToMarkdown, diffToText } from '../report/diff-formats.ts';
import { createStatusOf } from '../report/report.ts';
import { scanTree, type Reference } from '../scan/scan-tree.ts';
import { maxFileBytes } from '../scan/read-tree-file.ts';
import type { ProjectKeys } from '../service/service-client.ts';
import { oneOf, type Options } from './arguments.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { knownKeys } from './known-keys.ts';
import { writeResult } from './refs-scan.ts';
import { openRepository, scanRepository, type Repository } from './scan-repository.ts';

const formats = { markdown: diffToMarkdown, json: diffToJson, text: diffToText } as const;

export async function refsDiff(
  context: Context,
  options: Options<'diff'>,
  operands: readonly string[],
): Promise<ExitCode> {
  const format =
    formats[oneOf('format', options.format, Object.keys(formats) as (keyof typeof formats)[]) ?? 'markdown'];
  const [base] = operands;
  if (base === undefined || operands.length > 1 || base.startsWith('-'))
    throw new Failure(
      exitCodes.usage,
      'Say what to compare with: bunting refs diff BASE, a branch or commit.',
    );
  const repository = await openRepository(context, options.config);
  const commit = findBase(context, repository.git, base);
  const keys = await knownKeys(context, options, repository.settings);
  const { report, holes } = await scanRepository(context, repository, options, keys);
  for (const hole of holes) say(context, `Note: ${hole}; what they hold counts as removed.`);
  const before = await scanCommit(repository, commit, keys);
  writeResult(context, options.output, format(compare(before, report.references, createStatusOf(keys))));
  return exitCodes.done;
}

/** Where the branch left BASE: what others did there since is not this pull request's. */
function findBase(context: Context, git: Git, base: string): string {
  const commit = git.ask('rev-parse', '--verify', '--quiet', `${base}^{commit}`);
  if (commit === undefined)
    throw new Failure(
      exitCodes.usage,
      `"${base}" is no commit here. In CI, fetch it first: the checkout must have a history (fetch-depth: 0).`,
    );
  const fork = git.ask('merge-base', commit, 'HEAD');
  if (fork !== undefined) return fork;
  say(
    context,
    `Note: the history is too shallow to tell where the branch left ${base}; compared with ${base} itself.`,
  );
  return commit;
}

/** Scans a commit without checking it out: what has not changed is read from the working tree. */
async function scanCommit(
  { git, settings }: Repository,
  commit: string,
  keys: ProjectKeys | undefined,
): Promise<readonly Reference[]> {
  const files = listCommittedFiles(git, commit);
  const { paths } = await selectFiles(git, files, settings.ignore);
  const { references } = await scanTree({
    root: git.folder,
    paths,
    contents: readChanged(git, files, new Set(paths)),
    knownKeys: keys?.keys ?? new Set(),
    patterns: settings.patterns,
  });
  // As the other side has them: comparing goes by the line of code.
  return settings.snippets ? references : references.map((reference) => ({ ...reference, snippet: '' }));
}

function readChanged(
  git: Git,
  files: readonly TrackedFile[],
  wanted: ReadonlySet<string>,
): Map<string, Uint8Array> {
  const now = new Map(listTrackedFiles(git).map(({ path, blob }) => [path, blob]));
  const touched = new Set(git.run('diff', '--name-only', '-z', '--').toString('utf8').split('\0'));
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
      throw new Failure(exitCodes.usage, `git does not have ${name}: the clone is partial.`);
    contents.set(path, output.subarray(end + 1, end + 1 + Math.min(Number(size), maxFileBytes + 1)));
    at = end + 1 + Number(size) + 1;
  }
  return contents;
}
