import { expect, it } from '@jest/globals';
import { differencesOf, isYamlDocument, originsIn, patchWith } from './model.ts';

const stored = {
  name: 'Staging',
  protected: false,
  allowed_origins: ['*'],
  require_signed_users: false,
  datafile_personal_data: true,
};

it('a patch has what was touched, and no more once it is as before', () => {
  const touched = patchWith(stored, { name: 'Stage' }, { protected: true });
  expect(touched).toEqual({ name: 'Stage', protected: true });
  expect(patchWith(stored, touched, { name: 'Staging' })).toEqual({ protected: true });
  expect(patchWith(stored, {}, { allowed_origins: ['*'] })).toEqual({});
});

it('differences are told field by field, in words', () => {
  const patch = { protected: true, allowed_origins: [] };
  expect(differencesOf(stored, patch)).toEqual([
    { key: 'protected', label: 'Protected', now: 'no', own: 'yes' },
    { key: 'allowed_origins', label: 'Allowed origins', now: '*', own: 'none' },
  ]);
});

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
