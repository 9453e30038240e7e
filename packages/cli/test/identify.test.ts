import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGit } from '../src/git/git.ts';
import { identify, type IdentityOptions, parseOrigin } from '../src/git/identify.ts';
import { defaultSettings, type Settings } from '../src/settings/settings.ts';
import { createRepository, type TemporaryRepository } from './temporary-repository.ts';

let repository: TemporaryRepository;
let head: string;
beforeAll(() => {
  repository = createRepository({ 'a.ts': '' });
  head = repository.git('rev-parse', 'HEAD');
});
afterAll(() => repository.remove());

function identity(
  env: Record<string, string> = {},
  options: IdentityOptions = {},
  settings: Partial<Settings> = {},
) {
  const git = createGit(repository.folder, repository.env);
  return identify(git, env, options, { ...defaultSettings, ...settings });
}

describe('the identity of a snapshot', () => {
  it('comes from GitHub Actions', () => {
    const event = join(repository.folder, '.git', 'event.json');
    writeFileSync(event, JSON.stringify({ repository: { default_branch: 'trunk' } }));
    const github = {
      GITHUB_ACTIONS: 'true',
      GITHUB_REPOSITORY: 'acme/store',
      GITHUB_REF: 'refs/heads/feature/x',
      GITHUB_SHA: head,
      GITHUB_EVENT_PATH: event,
    };
    expect(identity(github)).toEqual({
      provider: 'github',
      repository: 'acme/store',
      branch: 'feature/x',
      commit: head,
      defaultBranch: 'trunk',
      notes: [],
      problems: [],
    });
    for (const ref of ['refs/pull/7/merge', 'refs/tags/v1']) {
      expect(identity({ ...github, GITHUB_REF: ref }).branch).toBeUndefined();
    }
  });

  it('comes from GitLab CI', () => {
    const gitlab = {
      GITLAB_CI: 'true',
      CI_PROJECT_PATH: 'acme/store',
      CI_COMMIT_REF_NAME: 'main',
      CI_COMMIT_BRANCH: 'main',
      CI_COMMIT_SHA: head,
      CI_DEFAULT_BRANCH: 'main',
    };
    expect(identity(gitlab)).toMatchObject({
      provider: 'gitlab',
      repository: 'acme/store',
      branch: 'main',
      defaultBranch: 'main',
    });
    expect(identity({ ...gitlab, CI_COMMIT_BRANCH: '' }).branch).toBeUndefined();
  });

  it('comes from Bitbucket Pipelines', () => {
    const bitbucket = {
      BITBUCKET_BUILD_NUMBER: '7',
      BITBUCKET_REPO_FULL_NAME: 'acme/store',
      BITBUCKET_BRANCH: 'main',
      BITBUCKET_COMMIT: head,
    };
    expect(identity(bitbucket)).toMatchObject({
      provider: 'bitbucket',
      repository: 'acme/store',
      branch: 'main',
      commit: head,
    });
    expect(identity({ ...bitbucket, BITBUCKET_PR_ID: '3' }).branch).toBeUndefined();
  });

  it('comes from git without CI', () => {
    expect(identity()).toEqual({
      provider: 'github',
      repository: 'acme/shop',
      branch: 'main',
      commit: head,
      defaultBranch: 'main',
      notes: [],
      problems: [],
    });
  });

  it('comes from options first, then bunting.yaml, then CI', () => {
    const env = {
      GITLAB_CI: 'true',
      CI_PROJECT_PATH: 'ci/ci',
      CI_COMMIT_BRANCH: 'ci',
      CI_COMMIT_SHA: head,
      CI_DEFAULT_BRANCH: 'ci',
    };
    const settings = { provider: 'bitbucket', repository: 'yaml/yaml', defaultBranch: 'yaml' } as const;
    expect(identity(env, {}, settings)).toMatchObject({
      provider: 'bitbucket',
      repository: 'yaml/yaml',
      branch: 'ci',
      defaultBranch: 'yaml',
    });
    const options = {
      provider: 'github',
      repository: 'option/option',
      branch: 'option',
      defaultBranch: 'option',
    } as const;
    expect(identity(env, options, settings)).toMatchObject(options);
  });

  it('has the commit that is checked out, with a note if CI names another', () => {
    const { commit, notes } = identity({
      GITLAB_CI: 'true',
      CI_PROJECT_PATH: 'a/b',
      CI_COMMIT_SHA: '0'.repeat(40),
    });
    expect(commit).toBe(head);
    expect(notes).toEqual([expect.stringContaining('GitLab CI runs for 000000000000, but')]);
  });
});

describe('the address of a remote', () => {
  it.each([
    ['git@github.com:acme/shop.git', 'github', 'acme/shop'],
    ['https://github.com/acme/shop', 'github', 'acme/shop'],
    ['https://user:secret@gitlab.example.com/group/sub/shop.git', 'gitlab', 'group/sub/shop'],
    ['ssh://git@bitbucket.org:7999/acme/shop.git/', 'bitbucket', 'acme/shop'],
    ['git@code.example.com:acme/shop.git', undefined, 'acme/shop'],
  ])('%s', (url, provider, repository) => {
    expect(parseOrigin(url)).toMatchObject({ provider, repository });
  });

  it.each(['/srv/git/shop.git', 'file:///srv/shop', 'https://github.com/shop', ''])(
    'is not recognised in %s',
    (url) => {
      expect(parseOrigin(url)).toBeUndefined();
    },
  );
});
