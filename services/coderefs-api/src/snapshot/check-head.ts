import { errors } from '@bunting/service';
import { brokenStorageRule, hasControlCharacters, isBlank, isLongerThan } from './text.ts';
import { providers, type Provider, type SnapshotHead } from './snapshot.ts';

/** Members of the body beside `references`, as they were sent; objects and lists are replaced by `{}`. */
export interface HeadMembers {
  project?: unknown;
  provider?: unknown;
  repository?: unknown;
  branch?: unknown;
  commit_sha?: unknown;
}

const maxNameLength = 500;
/** A segment of an address: not empty, and neither `.` nor `..`. */
const segment = /^(?!\.{1,2}$)[\w.~-]+$/;

/** Checks the members of the head, field by field (contract §2.5). Throws an HttpError. */
export function checkHead(members: HeadMembers): SnapshotHead {
  const project = requireText('project', members.project);
  const provider = checkProvider(members.provider);
  const repository = requireText('repository', members.repository);
  if (!isRepository(repository, provider)) {
    throw errors.snapshotFieldInvalid('repository', 'have the form owner/repo');
  }
  const branch = requireText('branch', members.branch);
  const commitSha = checkCommit(members.commit_sha);
  return { project: project.toLowerCase(), provider, repository, branch, commitSha };
}

function checkProvider(value: unknown): Provider {
  const provider = providers.find((known) => known === (value ?? 'github'));
  if (provider === undefined) throw errors.snapshotFieldInvalid('provider', 'be github, gitlab or bitbucket');
  return provider;
}

/** Returns whether the text is a repository. GitLab has groups within groups, so `owner` may be a path there. */
function isRepository(repository: string, provider: Provider): boolean {
  const segments = repository.split('/');
  const mayBeDeep = provider === 'gitlab';
  return (
    (segments.length === 2 || (mayBeDeep && segments.length > 2)) &&
    segments.every((name) => segment.test(name))
  );
}

/** Checks the commit. null and an empty text count as not set. */
function checkCommit(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  const commit = requireNoControl('commit_sha', checkText('commit_sha', value));
  // The commit is part of addresses, in which these two would name another path.
  if (commit === '.' || commit === '..') throw errors.snapshotFieldInvalid('commit_sha', 'name a commit');
  return commit;
}

function requireText(field: string, value: unknown): string {
  if (value === undefined || value === null) throw errors.snapshotFieldRequired(field);
  const text = checkText(field, value);
  if (isBlank(text)) throw errors.snapshotFieldRequired(field);
  return requireNoControl(field, text);
}

function requireNoControl(field: string, text: string): string {
  if (hasControlCharacters(text)) throw errors.snapshotFieldInvalid(field, 'not contain control characters');
  return text;
}

function checkText(field: string, value: unknown): string {
  if (typeof value !== 'string') throw errors.snapshotFieldInvalid(field, 'be a string');
  const unstorable = brokenStorageRule(value);
  if (unstorable !== undefined) throw errors.snapshotFieldInvalid(field, unstorable);
  if (isLongerThan(value, maxNameLength)) {
    throw errors.snapshotFieldInvalid(field, `have at most ${maxNameLength} characters`);
  }
  return value;
}
