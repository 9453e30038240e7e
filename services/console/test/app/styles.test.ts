/** Every class of a style sheet is used by a component that imports it. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from '@jest/globals';

const web = join(import.meta.dirname, '../../web');
const paths = readdirSync(web, { recursive: true, encoding: 'utf8' });
const read = (path: string) => readFileSync(join(web, path), 'utf8');
const sheets = paths.filter((path) => path.endsWith('.module.css'));
const imports = paths
  .filter((path) => path.endsWith('.tsx'))
  .flatMap((path) => {
    const text = read(path);
    return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([, name, sheet]) => ({
      sheet: relative(web, join(web, dirname(path), sheet!)),
      name: name!,
      text,
    }));
  });

/** Returns the classes of a sheet, without comments and values. */
function listClasses(css: string): readonly string[] {
  const selectors = css.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/:\s[^;{}]*;/g, '');
  return [...new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!))];
}

function isUsed(sheet: string, name: string): boolean {
  const isComposed = new RegExp(`composes: [^;]*\\b${name}\\b`).test(read(sheet));
  const isNamed = ({ name: style, text }: (typeof imports)[number]) =>
    new RegExp(`\\b${style}(?:\\.${name}\\b|\\[[^\\]]+\\])`).test(text);
  return isComposed || imports.some((each) => each.sheet === sheet && isNamed(each));
}

it('no class is left without a component', () => {
  expect(listClasses('.a > .b:hover { inline-size: 1.5px; } /* .c */')).toEqual(['a', 'b']);
  expect(sheets.length).toBeGreaterThan(20);
  const unused = sheets.flatMap((sheet) =>
    listClasses(read(sheet))
      .filter((name) => !isUsed(sheet, name))
      .map((name) => `${sheet}: .${name}`),
  );
  expect(unused).toEqual([]);
});
