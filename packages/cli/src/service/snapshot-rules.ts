/** The rules of decisions §4 for what a snapshot contains, so that one odd name does not make the service refuse all of it. */

const maxFileLength = 1_024;
const maxNameLength = 500;

/** Returns whether the service accepts the name of a file. */
export function canSendFile(path: string): boolean {
  return (
    path.trim() !== '' &&
    path !== '.' &&
    path.isWellFormed() &&
    !hasControlCharacters(path) &&
    !isLongerThan(path, maxFileLength) &&
    !leavesRepository(path)
  );
}

/**
 * Returns whether a path is absolute or has a segment `..`, on any system. Git writes no such path, but a file of its index may contain
 * one.
 */
export function leavesRepository(path: string): boolean {
  return /^(?:[/\\]|[a-z]:[/\\])|(?:^|[/\\])\.\.(?:[/\\]|$)/i.test(path);
}

/** Returns the problem of a branch name, as a predicate; undefined for a valid one. */
export function branchProblem(text: string): string | undefined {
  return text.trim() !== '' && !hasControlCharacters(text) && !isLongerThan(text, maxNameLength)
    ? undefined
    : `must be the name of a branch, at most ${maxNameLength} characters`;
}

/** Returns the problem of a commit, as a predicate; undefined for a valid one. */
export function commitProblem(text: string): string | undefined {
  return /^[0-9a-f]{7,64}$/i.test(text) ? undefined : 'must be the hash of a commit';
}

function hasControlCharacters(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Characters are Unicode code points, as the service counts them. */
function isLongerThan(text: string, maxCharacters: number): boolean {
  if (text.length <= maxCharacters) return false;
  let characters = 0;
  for (let at = 0; at < text.length; at += text.codePointAt(at)! > 0xffff ? 2 : 1) {
    characters++;
    if (characters > maxCharacters) return true;
  }
  return false;
}
