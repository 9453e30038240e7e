import { readFileSync } from 'node:fs';
import type { Provider } from '../settings/settings.ts';
import type { Environment } from './git.ts';

/** The commit that a CI system runs for, from its variables. */
export interface CiCommit {
  /** The name of the CI system, for people. */
  readonly name: string;
  readonly provider: Provider;
  readonly repository: string | undefined;
  /** Absent for tags and pull requests, which are not on a branch. */
  readonly branch: string | undefined;
  readonly commit: string | undefined;
  readonly defaultBranch: string | undefined;
}

export function readCiVariables(env: Environment): CiCommit | undefined {
  if (env['GITHUB_ACTIONS'] === 'true') {
    return {
      name: 'GitHub Actions',
      provider: 'github',
      repository: given(env['GITHUB_REPOSITORY']),
      branch: env['GITHUB_REF']?.startsWith('refs/heads/')
        ? env['GITHUB_REF'].slice('refs/heads/'.length)
        : undefined,
      commit: given(env['GITHUB_SHA']),
      defaultBranch: defaultBranchOfEvent(env['GITHUB_EVENT_PATH']),
    };
  }
  if (env['GITLAB_CI'] === 'true') {
    return {
      name: 'GitLab CI',
      provider: 'gitlab',
      repository: given(env['CI_PROJECT_PATH']),
      // GitLab sets this only in branch pipelines, unlike CI_COMMIT_REF_NAME.
      branch: given(env['CI_COMMIT_BRANCH']),
      commit: given(env['CI_COMMIT_SHA']),
      defaultBranch: given(env['CI_DEFAULT_BRANCH']),
    };
  }
  if (given(env['BITBUCKET_BUILD_NUMBER']) !== undefined) {
    return {
      name: 'Bitbucket Pipelines',
      provider: 'bitbucket',
      repository: given(env['BITBUCKET_REPO_FULL_NAME']),
      branch: given(env['BITBUCKET_PR_ID']) === undefined ? given(env['BITBUCKET_BRANCH']) : undefined,
      commit: given(env['BITBUCKET_COMMIT']),
      defaultBranch: undefined,
    };
  }
  return undefined;
}

/** Reads the default branch from the event file: GitHub has no variable for it. */
function defaultBranchOfEvent(path: string | undefined): string | undefined {
  if (given(path) === undefined) return undefined;
  try {
    const event = JSON.parse(readFileSync(path as string, 'utf8')) as {
      repository?: { default_branch?: unknown };
    };
    const branch = event.repository?.default_branch;
    return typeof branch === 'string' ? given(branch) : undefined;
  } catch {
    return undefined;
  }
}

function given(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
