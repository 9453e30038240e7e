/** The bundler shortens the names of members that never leave the package: none of them may be one that applications, browsers or the service know. */
import { readFileSync, readdirSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const { bunting } = JSON.parse(read('../package.json')) as { bunting: { privateMembers: string[] } };

it.each([
  ...readdirSync(new URL('public', import.meta.url)).map((name) => `public/${name}`),
  'platform.ts',
  'evaluations/store.ts',
  ...['evaluations', 'user', 'wire-event'].map((name) => `../../sdk-core/src/${name}.ts`),
])('no private member is a member in %s', (path) => {
  // The stored data, not the store.
  const [source] = read(path).split('export interface Store {');
  const members = [...source!.matchAll(/^ {2}(?:readonly )?(\w+)\??[:(<]/gm)].map(([, name]) => name);
  expect(members.length > 0).toBe(path !== 'public/variables.ts');
  expect(bunting.privateMembers.filter((name) => members.includes(name))).toEqual([]);
});

it('every private member is one', () => {
  const sources = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  const unknown = bunting.privateMembers.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources));
  expect(unknown).toEqual([]);
});
