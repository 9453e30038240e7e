/** The console has one way to edit: counted in its sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const web = join(import.meta.dirname, '../../web');
const sources = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|schema\.d\.ts$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(web, path), 'utf8') }));
const cast = /\b(?:body|as_if): [^;\n]*\bas (?:never|any)\b/g;
const find = (pattern: RegExp) =>
  sources
    .flatMap(({ path, text }) => [...text.matchAll(pattern)].map(([found]) => `${path}: ${found}`))
    .toSorted();

it('SaveBar, ReviewDialog and ConflictDialog exist once', () => {
  expect(find(/function (?:\w*SaveBar|\w*ReviewDialog|\w*ConflictDialog|Behind\w*)\b/g)).toEqual([
    'editing/conflict-dialog.tsx: function ConflictDialog',
    'editing/review-dialog.tsx: function ReviewDialog',
    'editing/save-bar.tsx: function SaveBar',
  ]);
});

it('no request body is cast: the compiler checks it against the schema', () => {
  expect('body: document as never,').toMatch(cast);
  expect(find(cast)).toEqual([]);
});

it('no file of editing is longer than 150 lines', () => {
  const editing = sources.filter(({ path }) => path.startsWith('editing/'));
  expect(editing.length).toBeGreaterThan(15);
  expect(editing.filter(({ text }) => text.split('\n').length > 151).map(({ path }) => path)).toEqual([]);
});

it('forms are `Form`, so that each field shows its own message and not the bubble of the browser', () => {
  expect(find(/<form\b/g)).toEqual(['design/forms/form.tsx: <form']);
  expect(find(/\bnoValidate\b/g).filter((found) => !found.startsWith('design/forms/form.tsx'))).toEqual([]);
});
