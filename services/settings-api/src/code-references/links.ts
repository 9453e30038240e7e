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

/** Files that GitHub shows as a page, without lines, unless asked for the plain text. */
const renderedAtGitHub = /\.(?:md|markdown|mdown|mdx|rst|adoc|asciidoc|org|textile)$/i;

/** The repository at a commit; without one its first page. */
export function repositoryUrl(name: RepositoryName, commitSha: string | null): string {
  const root = rootOf(name);
  return commitSha === null || climbs(commitSha)
    ? root
    : `${root}/${hostings[name.provider].tree}/${encodeURIComponent(commitSha)}`;
}

/** A file at a commit, at the line if there is one. `null` = nobody said which commit it was: lines of another would be wrong. */
export function fileUrl(
  name: RepositoryName,
  commitSha: string | null,
  { file, lineNumber }: { readonly file: string; readonly lineNumber: number | null },
): string | null {
  if (commitSha === null || climbs(commitSha)) return null;
  const hosting = hostings[name.provider];
  const path = `${hosting.file}/${encodeURIComponent(commitSha)}/${encodePath(file)}`;
  if (lineNumber === null) return `${rootOf(name)}/${path}`;
  const plain = name.provider === 'github' && renderedAtGitHub.test(file) ? '?plain=1' : '';
  return `${rootOf(name)}/${path}${plain}${hosting.line(lineNumber)}`;
}

/** Refused nowadays; what was stored before is no commit either. */
function climbs(commitSha: string): boolean {
  return commitSha === '.' || commitSha === '..';
}

function rootOf({ provider, repository }: RepositoryName): string {
  return `${hostings[provider].home}/${encodePath(repository)}`;
}

/** Steps to the same folder would be taken out by a browser anyway; steps up are never stored. */
function encodePath(path: string): string {
  return path
    .split('/')
    .filter((segment) => segment !== '.')
    .map(encodeURIComponent)
    .join('/');
}
