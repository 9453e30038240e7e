import { errors } from '@bunting/service';

/** Returns the slug in `project`, lower-cased. Throws 400 if it is missing or blank, or contains NUL. */
export function readProjectSlug(url: string): string {
  const project = queryOf(url).get('project') ?? '';
  if (project.trim() === '') throw errors.snapshotFieldRequired('project');
  if (project.includes('\0')) throw errors.snapshotFieldInvalid('project', 'not contain NUL');
  return project.toLowerCase();
}

/**
 * Returns whether an `include` of the query names this member, which an answer has only on request. Unknown names are
 * ignored.
 */
export function isIncluded(url: string, member: string): boolean {
  return queryOf(url).getAll('include').includes(member);
}

function queryOf(url: string): URLSearchParams {
  return new URL(url, 'http://localhost').searchParams;
}
