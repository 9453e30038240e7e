import { describe, expect, it } from '@jest/globals';
import { fileUrl, repositoryUrl } from './links.ts';

const github = { provider: 'github', repository: 'acme/web' } as const;
const gitlab = { provider: 'gitlab', repository: 'acme/shop/web' } as const;
const bitbucket = { provider: 'bitbucket', repository: 'acme/web' } as const;
const at = (file: string, lineNumber: number | null = 7) => ({ file, lineNumber });

describe('links to a file at a commit', () => {
  it.each([
    [github, 'src/a.ts', 'https://github.com/acme/web/blob/c0ffee/src/a.ts#L7'],
    [gitlab, 'src/a.ts', 'https://gitlab.com/acme/shop/web/-/blob/c0ffee/src/a.ts#L7'],
    [bitbucket, 'src/a.ts', 'https://bitbucket.org/acme/web/src/c0ffee/src/a.ts#lines-7'],
    [github, 'docs/flags.md', 'https://github.com/acme/web/blob/c0ffee/docs/flags.md?plain=1#L7'],
    [gitlab, 'docs/flags.md', 'https://gitlab.com/acme/shop/web/-/blob/c0ffee/docs/flags.md#L7'],
    [github, './a b/é#?.ts', 'https://github.com/acme/web/blob/c0ffee/a%20b/%C3%A9%23%3F.ts#L7'],
    [github, 'a%2e"<b>\n', 'https://github.com/acme/web/blob/c0ffee/a%252e%22%3Cb%3E%0A#L7'],
  ])('%j: %s', (name, file, url) => {
    expect(fileUrl(name, 'c0ffee', at(file))).toBe(url);
  });

  it('name no line where none is known', () => {
    expect(fileUrl(github, 'c0ffee', at('README.md', null))).toBe(
      'https://github.com/acme/web/blob/c0ffee/README.md',
    );
  });

  it('do not exist without a commit', () => {
    expect(fileUrl(github, null, at('src/a.ts'))).toBeNull();
  });
});

describe('nothing that was pushed', () => {
  it.each(['.', '..'])('leads a link to another path: the commit %j gives none', (commit) => {
    expect([fileUrl(github, commit, at('src/a.ts')), repositoryUrl(github, commit)]).toEqual([
      null,
      'https://github.com/acme/web',
    ]);
  });

  it.each([
    '//evil.example/x',
    'javascript:alert(1)',
    'https://evil.example/',
    '@evil.example',
    'a?b#c\u202e',
  ])('leads to another host or scheme: file, commit %j', (text) => {
    for (const name of [github, gitlab, bitbucket]) {
      for (const link of [
        fileUrl(name, 'c0ffee', at(text)),
        fileUrl(name, text, at('a')),
        repositoryUrl(name, text),
      ]) {
        const { protocol, host, username, pathname } = new URL(link!);
        expect([protocol, username]).toEqual(['https:', '']);
        expect(['github.com', 'gitlab.com', 'bitbucket.org']).toContain(host);
        expect(pathname.startsWith(`/${name.repository}/`)).toBe(true);
      }
    }
  });
});

describe('links to a repository', () => {
  it.each([
    [github, 'https://github.com/acme/web/tree/c0ffee', 'https://github.com/acme/web'],
    [gitlab, 'https://gitlab.com/acme/shop/web/-/tree/c0ffee', 'https://gitlab.com/acme/shop/web'],
    [bitbucket, 'https://bitbucket.org/acme/web/src/c0ffee', 'https://bitbucket.org/acme/web'],
  ])('%j', (name, atCommit, home) => {
    expect([repositoryUrl(name, 'c0ffee'), repositoryUrl(name, null)]).toEqual([atCommit, home]);
  });
});
