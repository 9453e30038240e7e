import type { Evaluations } from '@bunting/sdk-core';
import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toScript } from './to-script.ts';

const withValue = (value: string): Evaluations => ({
  version: 1,
  results: {
    a: { key: 'a', value, variation: 'on', reason: 'default_variation', feature: 'f' },
  },
});

describe('toScript', () => {
  it('leaves nothing that ends a script or begins a comment', () => {
    expect(toScript(withValue('</script><!-- &\u2028\u2029'))).toContain(
      String.raw`\u003c/script\u003e\u003c!-- \u0026\u2028\u2029`,
    );
  });

  it('is JSON that reads as the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const script = toScript(withValue(text));
        expect(JSON.parse(script)).toEqual(JSON.parse(JSON.stringify(withValue(text))));
        expect(script).not.toMatch(/[<>&\u2028\u2029]/);
      }),
    );
  });

  it.each([
    ['a user', { id: "7'};alert(1);</script><script>alert(2)//" }],
    ['a text', '</script>'],
    ['a list', ['<!--', '&']],
    ['a number', 7],
    ['null', null],
  ])('takes any value, as %s', (_what, value) => {
    const script = toScript(value);
    expect(JSON.parse(script)).toEqual(value);
    expect(script).not.toMatch(/[<>&]/);
  });

  it.each([undefined, () => 1, Symbol('a')])('is null of what JSON leaves out', (value) => {
    expect(toScript(value)).toBe('null');
  });
});

const root = new URL('../../../..', import.meta.url);
const namesIn = (folder: string, ending: RegExp) =>
  readdirSync(new URL(folder, root))
    .filter((name) => ending.test(name))
    .map((name) => `${folder}${name}`);

describe('the examples', () => {
  const files = [
    ...['', 'docs/', 'docs/adr/', 'examples/shop/', 'ci-templates/'].flatMap((folder) =>
      namesIn(folder, /\.md$/),
    ),
    ...namesIn('examples/shop/src/', /\.tsx?$/),
    ...['cli', 'client', 'node', 'openfeature', 'react'].map((name) => `packages/${name}/README.md`),
  ];
  const scriptsOf = (text: string) =>
    [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, inner]) => inner!);

  it('put nothing into a script of a page but by toScript', () => {
    const scripts = files.flatMap((path) =>
      scriptsOf(readFileSync(new URL(path, root), 'utf8')).map((script) => ({ path, script })),
    );
    expect(scripts.filter(({ script }) => script.includes('${toScript(')).length).toBeGreaterThanOrEqual(4);
    expect(scripts.filter(({ script }) => /\$\{(?!toScript\()/.test(script))).toEqual([]);
  });

  it('set no markup', () => {
    const markup = /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySet|document\.write/;
    expect(files.filter((path) => markup.test(readFileSync(new URL(path, root), 'utf8')))).toEqual([]);
  });
});
