import { listChangedFiles } from '../git/changed-files.ts';
import { identify, type Identity } from '../git/identify.ts';
import type { Git } from '../git/git.ts';
import { formatCount, formatNumber, type Report, type ReportedReference } from '../report/report.ts';
import { printableJsonText, printableLine } from '../report/printable.ts';
import { summarise } from '../report/summary.ts';
import { snapshotBody, type ServiceClient } from '../service/service-client.ts';
import type { Provider } from '../settings/settings.ts';
import type { Options } from './options.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { knownKeys, projectName, projectParts, serviceClient, whichProject } from './known-keys.ts';
import { openRepository, sayAll, scanRepository, type Repository } from './scan-repository.ts';

export async function refsPush(context: Context, options: Options<'push'>): Promise<ExitCode> {
  const repository = await openRepository(context, options.config);
  const { settings } = repository;
  const parts = projectParts(context, options, settings);
  const named = projectName(context, options, settings) ?? '';
  const projects = parts.length > 0 ? [...new Set(parts.map(({ project }) => project))] : [named];
  const identity = identifyFor(context, options, repository);
  const problems = [...problemsOf(projects[0]!, identity, options)];
  if (problems.length > 0) throw new Failure(exitCodes.usage, problems.join('\n'));
  const client = serviceClient(context, options);
  sayAll(context, identity.notes);
  if (!isToBePushed(context, identity, options)) return exitCodes.done;

  const keys = await knownKeys(context, options, settings, repository.git.folder);
  const { report, missing } = await scanRepository(context, repository, options, keys, {
    forSnapshot: true,
  });
  sayAll(context, summarise(report, options.verbose ?? false));
  // Nothing is pushed before everything has passed: then all snapshots are of one scan, or there is none.
  const snapshots = projects.map((project) => {
    const isOwn = ({ project: own = project }: ReportedReference) => own === project;
    const part = { ...report, references: report.references.filter(isOwn) };
    refuseIncomplete(part, parts.length > 0 ? project : undefined, missing, options);
    const withSnippets = settings.snippets && !options['no-snippets'];
    return { project, body: snapshotBody(project, identity, part.references, withSnippets) };
  });
  warnOfChanges(context, repository.git);
  for (const { project, body } of snapshots) {
    if (options['dry-run'] || client === undefined) context.stdout.write(`${printableJsonText(body)}\n`);
    else await push(context, client, identity, project, body);
  }
  return exitCodes.done;
}

async function push(
  context: Context,
  client: ServiceClient,
  identity: Identity,
  project: string,
  body: string,
): Promise<void> {
  const receipt = await client.pushSnapshot(body);
  say(
    context,
    `Pushed ${identity.repository} (${identity.branch}${identity.commit === undefined ? '' : ` at ${identity.commit.slice(0, 12)}`}) ` +
      `to ${project}: ${formatCount(receipt.accepted, 'reference')}, ${formatNumber(receipt.matched)} of them to variables of the project.`,
  );
  if (receipt.unknownKeys.length > 0)
    say(context, `Keys that are not in the project: ${receipt.unknownKeys.join(', ')}`);
}

function identifyFor({ env }: Context, options: Options<'push'>, { git, settings }: Repository): Identity {
  const { repository, branch, 'default-branch': defaultBranch } = options;
  const provider = options.provider as Provider | undefined;
  return identify(git, env, { provider, repository, branch, defaultBranch }, settings);
}

function* problemsOf(project: string, identity: Identity, options: Options<'push'>): Generator<string> {
  if (project === '') yield whichProject;
  yield* identity.problems;
  if (options['any-branch']) {
    if (identity.branch === undefined)
      yield 'No branch is checked out. With --any-branch, pass --branch too.';
  } else if (identity.defaultBranch === undefined)
    yield "Can't detect the default branch. Pass --default-branch NAME or --any-branch.";
}

/**
 * Returns whether to push. Only the default branch is pushed: a snapshot of another branch would make references stale that
 * are not on that branch.
 */
function isToBePushed(context: Context, identity: Identity, options: Options<'push'>): boolean {
  if (options['any-branch']) return true;
  if (identity.branch === identity.defaultBranch) return true;
  const what =
    identity.branch === undefined
      ? 'no branch is checked out'
      : `${identity.branch} is not the default branch ${identity.defaultBranch}`;
  say(context, `Nothing pushed: ${what}. Pass --any-branch to push from any branch.`);
  return false;
}

function refuseIncomplete(
  report: Report,
  project: string | undefined,
  missing: readonly string[],
  options: Options<'push'>,
): void {
  if (missing.length > 0 && !options['allow-partial'] && !options['allow-empty'])
    throw new Failure(
      exitCodes.usage,
      `Nothing pushed: ${missing.join('; ')}. References in these files would become stale. ` +
        'Check out all files, or pass --allow-partial.',
    );
  if (report.references.length === 0 && !options['allow-empty'])
    throw new Failure(
      exitCodes.usage,
      `Nothing pushed: no reference was found${project === undefined ? '' : ` for ${project}`}, so all recorded references of this repository would become stale. ` +
        'If that is intended, pass --allow-empty.',
    );
}

/** Warns because line numbers come from the working tree, but links lead to the commit. */
function warnOfChanges(context: Context, git: Git): void {
  if (git.ask('rev-parse', '--verify', '--quiet', 'HEAD') === undefined) return;
  const changed = listChangedFiles(git, 'HEAD');
  if (changed.length > 0)
    say(
      context,
      `Warning: uncommitted changes in ${formatCount(changed.length, 'tracked file')}, such as ${printableLine(changed[0]!)}.`,
    );
}
