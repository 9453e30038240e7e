/** Addresses of a repository at its provider, as its own pages link to them. */
export interface RepositoryName {
  readonly provider: Provider;
  /** `owner/repo`; at GitLab the owner may be a path. */
  readonly repository: string;
}

export const providers = ['github', 'gitlab', 'bitbucket'] as const;

export type Provider = (typeof providers)[number];

interface Hosting {
  readonly home: string;
  readonly tree: string;
  readonly file: string;
  readonly line: (lineNumber: number) => string;
}

const hostings: Readonly<Record<Provider, Hosting>> = {
  github: { home: 'https://github.com', tree: 'tree', file: 'blob', line: (n) => `#L${n}` },
  gitlab: { home: 'https://gitlab.com', tree: '-/tree', file: '-/blob', line: (n) => `#L${n}` },
  bitbucket: { home: 'https://bitbucket.org', tree: 'src', file: 'src', line: (n) => `#lines-${n}` },
};

/** Files that GitHub renders as a page without lines, unless the address asks for plain text. */
const renderedAtGitHub = /\.(?:md|markdown|mdown|mdx|rst|adoc|asciidoc|org|textile)$/i;

/** Returns the address of the repository at a commit; without one, of its first page. */
export function repositoryUrl(name: RepositoryName, commitSha: string | null): string {
  const root = rootOf(name);
  return commitSha === null || isDotPath(commitSha)
    ? root
    : `${root}/${hostings[name.provider].tree}/${encodeURIComponent(commitSha)}`;
}

/**
 * Returns the address of a file at a commit, at the line if there is one. Null = the snapshot names no commit, and the lines of another
 * one would be wrong.
 */
export function fileUrl(
  name: RepositoryName,
  commitSha: string | null,
  { file, lineNumber }: { readonly file: string; readonly lineNumber: number | null },
): string | null {
  if (commitSha === null || isDotPath(commitSha)) return null;
  const hosting = hostings[name.provider];
  const path = `${hosting.file}/${encodeURIComponent(commitSha)}/${encodePath(file)}`;
  if (lineNumber === null) return `${rootOf(name)}/${path}`;
  const plain = name.provider === 'github' && renderedAtGitHub.test(file) ? '?plain=1' : '';
  return `${rootOf(name)}/${path}${plain}${hosting.line(lineNumber)}`;
}

/** Returns whether a commit is a path. Such commits are refused now, but older rows may have one. */
function isDotPath(commitSha: string): boolean {
  return commitSha === '.' || commitSha === '..';
}

function rootOf({ provider, repository }: RepositoryName): string {
  return `${hostings[provider].home}/${encodePath(repository)}`;
}

/** Removes steps to the same folder, as browsers do. Steps to the parent are never stored. */
function encodePath(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '.')
    .map(encodeURIComponent)
    .join('/');
}
