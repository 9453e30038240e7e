import { describe, expect, it } from '@jest/globals';
import { checkSettings } from './check-settings.ts';

describe('bunting.yaml', () => {
  it('may be empty', async () => {
    expect(await checkSettings(null)).toEqual({
      settings: { projects: [], ignore: [], patterns: [], snippets: true, allowUnknown: [] },
      problems: [],
    });
  });

  it('may contain every setting', async () => {
    const { settings, problems } = await checkSettings({
      project: 'web',
      projects: [
        { path: 'apps/web/', project: 'Web' },
        { path: 'apps/web/admin', project: 'admin' },
      ],
      provider: 'gitlab',
      repository: 'group/shop',
      default_branch: 'trunk',
      ignore: ['docs/**'],
      patterns: [{ pattern: 'on\\((\\w+)\\)', files: ['*.vue'] }, { pattern: '(x)' }],
      snippets: false,
      allow_unknown: ['legacy-*'],
    });
    expect(problems).toEqual([]);
    expect(settings).toEqual({
      project: 'web',
      projects: [
        { path: 'apps/web', project: 'web' },
        { path: 'apps/web/admin', project: 'admin' },
      ],
      provider: 'gitlab',
      repository: 'group/shop',
      defaultBranch: 'trunk',
      ignore: ['docs/**'],
      patterns: [
        { pattern: 'on\\((\\w+)\\)', files: ['*.vue'] },
        { pattern: '(x)', files: undefined },
      ],
      snippets: false,
      allowUnknown: ['legacy-*'],
    });
  });

  it('gets every problem reported with its path', async () => {
    const { problems } = await checkSettings({
      projct: 'web',
      project: 7,
      provider: 'svn',
      ignore: 'docs',
      snippets: 'yes',
      allow_unknown: ['ok', 3],
      patterns: [
        { pattern: '(' },
        { pattern: 'none' },
        { pattern: '(a)(b)' },
        { pattern: '(?=a)(b)' },
        'x',
        { files: ['a'], flags: 'i' },
      ],
    });
    expect(problems.map(({ path }) => path)).toEqual([
      'projct',
      'provider',
      'snippets',
      'project',
      'ignore',
      'allow_unknown[1]',
      'patterns[0].pattern',
      'patterns[1].pattern',
      'patterns[2].pattern',
      'patterns[3].pattern',
      'patterns[4]',
      'patterns[5].flags',
      'patterns[5].pattern',
    ]);
  });

  it('names projects by folders of the repository, each once', async () => {
    const { problems } = await checkSettings({
      projects: [
        { path: 'a', project: 'web' },
        { path: 'a/', project: 'api' },
        { path: '/a', project: 'web shop', colour: 1 },
        { path: '../a' },
        'web',
      ],
    });
    expect(problems.map(({ path }) => path)).toEqual([
      'projects[1].path',
      'projects[2].colour',
      'projects[2].path',
      'projects[2].project',
      'projects[3].path',
      'projects[3].project',
      'projects[4]',
    ]);
    expect((await checkSettings({ projects: 'web' })).problems).toMatchObject([{ path: 'projects' }]);
  });

  it('must be a mapping', async () => {
    expect((await checkSettings(['web'])).problems).toEqual([{ path: '', message: 'must be a mapping' }]);
  });
});
