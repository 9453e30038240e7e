import { describe, expect, it } from '@jest/globals';
import type { Membership } from '../api/types.ts';
import { addressesIn, lastOwnerReason } from './model.ts';

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

describe('the last owner', () => {
  const member = (email: string, role: Membership['role'], status: Membership['status'] = 'member') =>
    ({ email, role, status }) as Membership;
  const [ada, grace] = [member('ada@acme.example', 'owner'), member('grace@acme.example', 'owner')];

  it('is kept, with the reason; one of two is not', () => {
    expect(lastOwnerReason(ada, [ada], true)).toMatch(/needs an owner/);
    expect(lastOwnerReason(ada, [ada, grace], true)).toBeUndefined();
  });

  it('is the last also beside somebody who is only invited to be one', () => {
    const invited = member('later@acme.example', 'owner', 'invited');
    expect(lastOwnerReason(ada, [ada, invited], true)).toMatch(/needs an owner/);
    expect(lastOwnerReason(invited, [ada, invited], true)).toBeUndefined();
  });

  it('is not known while there are more members than were read', () => {
    expect(lastOwnerReason(ada, [ada], false)).toBeUndefined();
  });

  it('is no member', () => {
    expect(lastOwnerReason(member('b@acme.example', 'member'), [ada], true)).toBeUndefined();
  });
});
