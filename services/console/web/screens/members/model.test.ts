import { describe, expect, it } from '@jest/globals';
import { addressesIn } from './model.ts';

describe('addresses in a text', () => {
  it.each([
    ['', [], []],
    ['ada@acme.example', ['ada@acme.example'], []],
    ['Ada@Acme.example, ada@acme.example;grace@acme.example', ['ada@acme.example', 'grace@acme.example'], []],
    ['a@b.example\n\n c@d.example ', ['a@b.example', 'c@d.example'], []],
    [
      'Ada Lovelace <ada@acme.example>, Grace <grace@acme.example>',
      ['ada@acme.example', 'grace@acme.example'],
      [],
    ],
    ['ada, @acme.example, ada@, a@b@c', [], ['ada', '@acme.example', 'ada@', 'a@b@c']],
  ])('of %j are %j, and wrong is %j', (text, addresses, wrong) => {
    expect(addressesIn(text)).toEqual({ addresses, wrong });
  });
});
