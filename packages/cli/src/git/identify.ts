import { printableLine } from '../report/printable.ts';
import { branchProblem, commitProblem } from '../service/snapshot-rules.ts';
import { repositoryProblem, type Provider, type Settings } from '../settings/settings.ts';
import { readCiVariables } from './ci-environment.ts';
import type { Environment, Git } from './git.ts';

/** The repository, branch and commit of a snapshot. */
export interface Identity {
  readonly provider: Provider;
  readonly repository: string;
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly defaultBranch: string | undefined;
  readonly notes: readonly string[];
  /** Why no snapshot can be pushed. */
  readonly problems: readonly string[];
}

export interface IdentityOptions {
  readonly provider?: Provider | undefined;
  readonly repository?: string | undefined;
  readonly branch?: string | undefined;
  readonly defaultBranch?: string | undefined;
}

/** Reads options first, then bunting.yaml, then the variables of CI, then git. */
export function identify(git: Git, env: Environment, options: IdentityOptions, settings: Settings): Identity {
  const ci = readCiVariables(env);
  const remote = git.ask('remote', 'get-url', 'origin');
  const origin = remote === undefined ? undefined : parseOrigin(remote);
  const repository = options.repository ?? settings.repository ?? ci?.repository ?? origin?.repository;
  const provider = options.provider ?? settings.provider ?? ci?.provider ?? origin?.provider ?? 'github';

  const head = git.ask('rev-parse', '--verify', 'HEAD');
  const notes: string[] = [];
  if (ci?.commit !== undefined && head !== undefined && ci.commit !== head)
    notes.push(
      `Warning: ${ci.name} runs for ${ci.commit.slice(0, 12)}, but ${head.slice(0, 12)} is checked out; scanning ${head.slice(0, 12)}.`,
    );
  const branch =
    options.branch ?? (ci === undefined ? git.ask('symbolic-ref', '--short', '-q', 'HEAD') : ci.branch);
  const commit = head ?? ci?.commit;
  return {
    provider,
    repository: repository ?? '',
    branch,
    commit,
    defaultBranch:
      options.defaultBranch ?? settings.defaultBranch ?? ci?.defaultBranch ?? defaultBranchOf(git),
    notes,
    problems: [...problemsOf(repository, provider), ...refusedNames(branch, commit)],
  };
}

/** Returns the names from CI and git that the service would refuse. */
function refusedNames(branch: string | undefined, commit: string | undefined): string[] {
  const ofBranch = branch === undefined ? undefined : branchProblem(branch);
  const ofCommit = commit === undefined ? undefined : commitProblem(commit);
  return [
    ...(ofBranch === undefined ? [] : [`The branch ${ofBranch}; it is "${quoted(branch!)}". Pass --branch.`]),
    ...(ofCommit === undefined ? [] : [`The commit ${ofCommit}; CI says it is "${quoted(commit!)}".`]),
  ];
}

const maxQuoted = 100;

function quoted(text: string): string {
  return printableLine(text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text);
}

function problemsOf(repository: string | undefined, provider: Provider): string[] {
  if (repository === undefined) return ["Can't detect the repository. Pass --repository owner/repo."];
  const problem = repositoryProblem(repository, provider);
  if (problem === undefined) return [];
  return [
    `The repository ${problem} on ${provider}; it is "${quoted(repository)}". Pass --repository, --provider or both.`,
  ];
}

function defaultBranchOf(git: Git): string | undefined {
  const remoteHead = git.ask('symbolic-ref', '-q', 'refs/remotes/origin/HEAD');
  if (remoteHead !== undefined && remoteHead !== '') return remoteHead.replace('refs/remotes/origin/', '');
  return git.ask('config', '--get', 'init.defaultBranch');
}

export interface Origin {
  readonly host: string;
  readonly repository: string;
  /** The provider in the name of the host; undefined if there is none. */
  readonly provider: Provider | undefined;
}

/** Reads `git@host:owner/repo.git`, `ssh://…`, `https://…`; undefined for paths and anything else. */
export function parseOrigin(url: string): Origin | undefined {
  const match =
    /^(?:[a-z+]+:\/\/)(?:[^@/]*@)?([^/:]+)(?::\d+)?\/(.+)$/i.exec(url) ??
    /^(?:[^@/]+@)?([^/:]+):(?!\/\/)(.+)$/.exec(url);
  if (match === null) return undefined;
  const host = (match[1] as string).toLowerCase();
  const repository = (match[2] as string).replace(/^\/+|\/+$/g, '').replace(/\.git$/, '');
  if (!/^[^/\s]+(?:\/[^/\s]+)+$/.test(repository)) return undefined;
  const provider = (['github', 'gitlab', 'bitbucket'] as const).find((name) => host.includes(name));
  return { host, repository, provider };
}
