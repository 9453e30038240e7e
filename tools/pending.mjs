// Folders and files that parts of `npm run lint` do not read yet. To switch a part on, delete the line and fix what is found.
// A test refuses lines whose folder has nothing left to fix (tools/test/plain-english.test.ts).

/** `.tsx` and `.css`, for tools/check-words.mjs. */
export const pendingScreens = [];

/** The names that files export, for tools/check-words.mjs. */
export const pendingExports = [];

/** For tools/check-comments.mjs. */
export const pendingComments = [];

/** Returns whether a file is one of the paths, or below one of them. */
export function isBelow(paths, file) {
  return paths.some((path) => file === path || file.startsWith(`${path}/`));
}

/** Returns a sentence for each pending path in which nothing is left to fix. `check` returns the problems of a file. */
export function findDone(paths, files, check) {
  return paths
    .filter((path) => !files.some((file) => isBelow([path], file) && check(file).length > 0))
    .map((path) => `${path}: nothing is left to fix; delete its line in tools/pending.mjs.`);
}
