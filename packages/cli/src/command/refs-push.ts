import { identify, type Identity } from '../git/identify.ts';
import type { Git } from '../git/git.ts';
import { formatCount, formatNumber, type Report } from '../report/report.ts';
import { summarise } from '../report/summary.ts';
import { snapshotBody } from '../service/service-client.ts';
import type { Provider } from '../settings/settings.ts';
import type { Options } from './options.ts';
import { say, type Context } from './context.ts';
import { Failure, exitCodes, type ExitCode } from './failure.ts';
import { knownKeys, projectName, serviceClient, whichProject } from './known-keys.ts';
import { openRepository, sayAll, scanRepository, type Repository } from './scan-repository.ts';

export async function refsPush(context: Context, options: Options<'push'>): Promise<ExitCode> {
  const repository = await openRepository(context, options.config);
  const project = projectName(context, options, repository.settings) ?? '';
  const identity = identifyFor(context, options, repository);
  const problems = [...problemsOf(project, identity, options)];
  if (problems.length > 0) throw new Failure(exitCodes.usage, problems.join('\n'));
  const client = serviceClient(context, options);
  sayAll(context, identity.notes);
  if (!isToBePushed(context, identity, options)) return exitCodes.done;

  const keys = await knownKeys(context, options, repository.settings);
  const { report, missing } = await scanRepository(context, repository, options, keys);
  sayAll(context, summarise(report, options.verbose ?? false));
  refuseIncomplete(report, missing, options);
  warnOfChanges(context, repository.git);

  const withSnippets = repository.settings.snippets && !options['no-snippets'];
  const body = snapshotBody(project, identity, report.references, withSnippets);
  if (options['dry-run'] || client === undefined) {
    context.stdout.write(`${body}\n`);
    return exitCodes.done;
  }
  const receipt = await client.pushSnapshot(body);
  say(
    context,
    `Pushed ${identity.repository} (${identity.branch}${identity.commit === undefined ? '' : ` at ${identity.commit.slice(0, 12)}`}) ` +
      `to ${project}: ${formatCount(receipt.accepted, 'reference')}, ${formatNumber(receipt.matched)} of them to variables of the project.`,
  );
  if (receipt.unknownKeys.length > 0)
    say(context, `Keys that the project does not have: ${receipt.unknownKeys.join(', ')}`);
  return exitCodes.done;
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
    if (identity.branch === undefined) yield 'No branch is checked out; with --any-branch give --branch too.';
  } else if (identity.defaultBranch === undefined)
    yield 'Which branch is the default one? Neither CI nor git says; give --default-branch NAME, or --any-branch.';
}

/** Only the default branch is pushed: a snapshot of another branch would make references stale that are not on that branch. */
function isToBePushed(context: Context, identity: Identity, options: Options<'push'>): boolean {
  if (options['any-branch']) return true;
  if (identity.branch === identity.defaultBranch) return true;
  const what =
    identity.branch === undefined
      ? 'what is checked out is no branch'
      : `${identity.branch} is not ${identity.defaultBranch}`;
  say(
    context,
    `Nothing pushed: ${what}. Snapshots come from the default branch; --any-branch pushes all the same.`,
  );
  return false;
}

function refuseIncomplete(report: Report, missing: readonly string[], options: Options<'push'>): void {
  if (missing.length > 0 && !options['allow-partial'] && !options['allow-empty'])
    throw new Failure(
      exitCodes.usage,
      `Nothing pushed: ${missing.join('; ')}. What the missing files hold would become stale; ` +
        'check out everything, or give --allow-partial.',
    );
  if (report.references.length === 0 && !options['allow-empty'])
    throw new Failure(
      exitCodes.usage,
      'Nothing pushed: no reference was found, so everything recorded for this repository would become stale. ' +
        'If that is right, give --allow-empty.',
    );
}

/** Warns because line numbers come from the working tree, but links lead to the commit. */
function warnOfChanges(context: Context, git: Git): void {
  if (git.ask('rev-parse', '--verify', '--quiet', 'HEAD') === undefined) return;
  const changed = git
    .run('diff', '--name-only', '-z', 'HEAD', '--')
    .toString('utf8')
    .split('\0')
    .filter(Boolean);
  if (changed.length > 0)
    say(
      context,
      `Note: ${formatCount(changed.length, 'tracked file')} differ from the commit, such as ${changed[0]}.`,
    );
}
