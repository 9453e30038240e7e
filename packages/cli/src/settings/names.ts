import type { Provider } from './settings.ts';

/** What is wrong with a text, to be said behind its name; undefined: nothing. */
export type Rule = (text: string) => string | undefined;

/** As the settings interface has slugs, in any case. */
export const projectProblem: Rule = (text) =>
  /^[a-z0-9][a-z0-9._-]{0,99}$/i.test(text)
    ? undefined
    : 'must be the slug of a project: at most 100 letters, digits, ".", "_" and "-", the first a letter or a digit';

const maxNameLength = 500;

/** As the service takes branches (contract §2.5). */
export const branchProblem: Rule = (text) =>
  text.trim() !== '' && text.length <= maxNameLength
    ? undefined
    : `must be the name of a branch, at most ${maxNameLength} characters`;

/** A name in an address: never empty, and no step up or down in a path. */
const segment = /^(?!\.{1,2}$)[\w.~-]+$/;

/** As the service takes repositories: GitLab's may lie in groups within groups. Without a provider it may be any. */
export function repositoryProblem(text: string, provider?: Provider): string | undefined {
  const segments = text.split('/');
  const mayBeDeep = provider === undefined || provider === 'gitlab';
  const isRepository =
    text.length <= maxNameLength &&
    (segments.length === 2 || (mayBeDeep && segments.length > 2)) &&
    segments.every((name) => segment.test(name));
  if (isRepository) return undefined;
  return provider === 'gitlab' ? 'must have the form group/repo' : 'must have the form owner/repo';
}
