import type { UserPattern } from '../scan/user-patterns.ts';

export const providers = ['github', 'gitlab', 'bitbucket'] as const;
export type Provider = (typeof providers)[number];

/** A folder of the repository, and the project that its keys are of. */
export interface ProjectPart {
  /** Relative to the repository, without a slash at its end; empty = the whole repository. */
  readonly path: string;
  /** Slug. */
  readonly project: string;
}

/** The content of bunting.yaml. Options on the command line have precedence. */
export interface Settings {
  readonly project?: string | undefined;
  /** The projects of a repository with several. A file belongs to the longest path, and otherwise to `project`. */
  readonly projects: readonly ProjectPart[];
  readonly provider?: Provider | undefined;
  readonly repository?: string | undefined;
  readonly defaultBranch?: string | undefined;
  /** Rules in the syntax of .gitignore. A rule with `!` includes files again, vendored ones too. */
  readonly ignore: readonly string[];
  readonly patterns: readonly UserPattern[];
  readonly snippets: boolean;
  /** Keys that --check accepts although the project does not have them; `*` stands for any characters. */
  readonly allowUnknown: readonly string[];
}

export const defaultSettings: Settings = {
  projects: [],
  ignore: [],
  patterns: [],
  snippets: true,
  allowUnknown: [],
};

/** Returns the problem of a text, as a predicate ("must be …"); undefined for a valid text. */
export type Rule = (text: string) => string | undefined;

const maxNameLength = 500;

/** Checks the slug of a project, in upper or lower case. */
export const projectProblem: Rule = (text) =>
  /^[a-z0-9][a-z0-9._-]{0,99}$/i.test(text)
    ? undefined
    : 'must be the slug of a project: at most 100 letters, digits, ".", "_" and "-", the first a letter or a digit';

/** Checks a folder of the repository. */
export const folderProblem: Rule = (text) =>
  text.length <= 1_000 && text.split('/').every((name) => name !== '' && name !== '.' && name !== '..')
    ? undefined
    : 'must be a folder of the repository, such as apps/web';

/** One segment of a path in an address; neither `.` nor `..`. */
const segment = /^(?!\.{1,2}$)[\w.~-]+$/;

/**
 * Checks a repository as the service accepts it. Those of GitLab may be in nested groups. Without a provider any form is
 * valid.
 */
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

const maxStars = 3;
const maxFolderStars = 3;

/** Checks a rule in the syntax of .gitignore. Each star multiplies the steps of matching, so they are few. */
export const ignoreProblem: Rule = (text) => {
  const segments = text.split('/');
  const stars = (segment: string): number => segment.split('*').length - 1;
  const isFine =
    text.length <= 1_000 &&
    segments.filter((segment) => segment === '**').length <= maxFolderStars &&
    segments.every((segment) => segment === '**' || stars(segment) <= maxStars);
  return isFine
    ? undefined
    : `must have at most 1,000 characters, ${maxFolderStars} times **, and ${maxStars} stars in the name of one file or folder`;
};
