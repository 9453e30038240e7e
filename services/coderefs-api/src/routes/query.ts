import { errors } from '@bunting/service';

/** The slug in `project`, lower-cased. Throws 400 where it is missing or blank, or contains NUL. */
export function projectOf(url: string): string {
  const project = queryOf(url).get('project') ?? '';
  if (project.trim() === '') throw errors.snapshotFieldRequired('project');
  if (project.includes('\0')) throw errors.snapshotFieldInvalid('project', 'not contain NUL');
  return project.toLowerCase();
}

/** Whether an `include` of the query names this member: what is only in an answer on request. Unknown names are ignored. */
export function isIncluded(url: string, member: string): boolean {
  return queryOf(url).getAll('include').includes(member);
}

function queryOf(url: string): URLSearchParams {
  return new URL(url, 'http://localhost').searchParams;
}
