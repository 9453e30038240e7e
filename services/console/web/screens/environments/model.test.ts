import { expect, it } from '@jest/globals';
import { isYamlDocument, originsIn } from './model.ts';

it('origins are split by line and comma, each once', () => {
  expect(originsIn(' https://a.example\nhttps://b.example, https://a.example ')).toEqual([
    'https://a.example',
    'https://b.example',
  ]);
  expect(originsIn(' \n')).toEqual([]);
});

it.each([
  ['{"slug": "shop"}', undefined, false],
  ['slug: shop', undefined, true],
  ['{slug: shop}', 'shop.yaml', true],
  ['slug: shop', 'shop.json', false],
  ['{"slug": "shop"}', 'shop.txt', false],
])('%j of the file %s is YAML: %s', (text, name, expected) => {
  expect(isYamlDocument(text, name)).toBe(expected);
});
