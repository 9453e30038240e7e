import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const templates = new URL('../../../ci-templates/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, templates), 'utf8');

it('templates and their instructions never run a package that a registry names', () => {
  const texts = [
    'README.md',
    'github/action.yml',
    'gitlab/templates/bunting-refs/template.yml',
    'bitbucket/pipe.sh',
  ];
  for (const path of [...texts, 'bitbucket/Dockerfile']) {
    expect(read(path)).not.toMatch(/npx|npm (install|i|exec)\b(?! --global \.\/)|@bunting\/cli@/);
  }
});
