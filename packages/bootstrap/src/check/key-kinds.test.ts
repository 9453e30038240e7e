import { describe, expect, it } from '@jest/globals';
import { validateDocument } from '@bunting/bootstrap';
import { type Json, project, shopWith } from '../../test/shop-document.ts';

const keys = `${project}.environments[1].api_keys`;

describe('a key that has the form of another kind than server', () => {
  it.each<[string, Json]>([
    ['client', '5f0c2b52-6a3c-8C11-9d55-0a1b2c3d4e5e'],
    ['client', { key: '5f0c2b52-6a3c-8c11-9d55-0a1b2c3d4e5e', name: 'Pages' }],
    ['datafile', '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d4e5e'],
    ['datafile', { key: '5f0c2b52-6a3c-8da7-9d55-0a1b2c3d4e5e', name: 'Batch' }],
  ])('has to be given with its kind, so that nobody makes a public key a server key: %s %j', (kind, key) => {
    expect(validateDocument(shopWith({ [keys]: [key] }))).toEqual([
      {
        path: `${keys}[0]`,
        message: `looks like a ${kind} key: set its kind, as {key: …, kind: ${kind}}`,
      },
    ]);
  });
});
