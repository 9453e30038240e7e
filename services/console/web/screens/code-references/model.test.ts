import { expect, it } from '@jest/globals';
import { byRepository, ciStep } from './model.ts';

it('references stand by repository and file, in their order', () => {
  const at = (provider: string, repository: string, file: string, line: number) => ({
    provider,
    repository,
    file,
    line,
  });
  const items = [
    at('github', 'a/b', 'x.ts', 1),
    at('gitlab', 'a/b', 'x.ts', 2),
    at('github', 'a/b', 'y.ts', 3),
    at('github', 'a/b', 'x.ts', 4),
  ];
  const lines = byRepository(items).map(({ provider, files }) => [
    provider,
    files.map(({ file, items: ofFile }) => [file, ofFile.map(({ line }) => line)]),
  ]);
  expect(lines).toEqual([
    [
      'github',
      [
        ['x.ts', [1, 4]],
        ['y.ts', [3]],
      ],
    ],
    ['gitlab', [['x.ts', [2]]]],
  ]);
});

it('the step of CI has the address and the project', () => {
  expect(ciStep('https://flags.example', 'shop')).toContain('url: https://flags.example\n');
  expect(ciStep('https://flags.example', 'shop')).toContain('project: shop\n');
});
