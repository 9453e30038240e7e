import { describe, expect, it } from '@jest/globals';
import { toGroups, canada, diffLines, staff } from '../../test/diff-lines.ts';
import { diff } from './diff.ts';

describe('the difference of defaults and overrides', () => {
  const subject = 'web/checkout in staging';
  it.each<[string, string, object, object, string[]]>([
    [
      'another default',
      'defaults',
      { 'checkout-layout': 'off' },
      { 'checkout-layout': 'one-page' },
      ['default of checkout-layout in staging: off → one-page'],
    ],
    [
      'a default that comes',
      'defaults',
      { 'checkout-layout': null },
      { 'checkout-layout': 'off' },
      ['default of checkout-layout in staging: none → off'],
    ],
    [
      'a default that goes',
      'defaults',
      { 'checkout-layout': 'off' },
      { 'checkout-layout': null },
      ['default of checkout-layout in staging: off → none'],
    ],
    [
      'an override that comes',
      'overrides',
      { 'user-7': null },
      { 'user-7': 'one-page' },
      ['override of user-7 of checkout in staging: none → one-page'],
    ],
    [
      'an override that goes',
      'overrides',
      { 'user-7': 'off' },
      { 'user-7': null },
      ['override of user-7 of checkout in staging: removed'],
    ],
    [
      'another override, for an odd user.id',
      'overrides',
      { 'a b': 'off', valueOf: 'off' },
      { 'a b': 'one-page', valueOf: null },
      [
        'override of "a b" of checkout in staging: off → one-page',
        'override of valueOf of checkout in staging: removed',
      ],
    ],
  ])('%s', (_what, noun, before, after, expected) => {
    expect(diffLines(`${noun}.updated`, subject, before, after)).toEqual(expected);
  });
});

describe('the difference of any other noun', () => {
  const segment = (parts: object = {}) => ({
    slug: 'canada',
    name: 'Canada',
    any_of: toGroups([staff], [canada]),
    ...parts,
  });
  const environment = { slug: 'staging', name: 'Staging', protected: false };
  it.each<[string, string, string, object | null, object | null, string[]]>([
    [
      'a condition of a segment',
      'segment',
      'web/canada',
      segment(),
      segment({ any_of: toGroups([staff], [{ ...canada, values: ['CA', 'US'] }]) }),
      ['segment canada: condition 1 of group 2: values CA → CA, US'],
    ],
    [
      'the name of a segment',
      'segment',
      'web/canada',
      segment(),
      segment({ name: 'Kanada' }),
      ['segment canada: name "Canada" → "Kanada"'],
    ],
    [
      'that a segment is created',
      'segment',
      'web/canada',
      null,
      segment(),
      ['segment canada: created (email ends_with @acme.example or country is CA)'],
    ],
    ['that a segment is deleted', 'segment', 'web/canada', segment(), null, ['segment canada: deleted']],
    [
      'that an environment is created',
      'environment',
      'web/staging',
      null,
      environment,
      ['environment staging: created'],
    ],
    [
      'that an environment is protected',
      'environment',
      'web/staging',
      environment,
      { ...environment, protected: true },
      ['environment staging: protected false → true'],
    ],
    [
      'that an environment is deleted',
      'environment',
      'web/staging',
      environment,
      null,
      ['environment staging: deleted'],
    ],
    [
      'a key that is revoked',
      'environment_key',
      '…1f3a',
      { last_four: '1f3a', revoked: false },
      { last_four: '1f3a', revoked: true },
      ['environment key …1f3a: revoked false → true'],
    ],
    [
      'a project',
      'project',
      'web',
      { slug: 'web', name: 'Web' },
      { slug: 'web', name: 'The web' },
      ['project web: name "Web" → "The web"'],
    ],
    [
      'a role',
      'member',
      'dev@acme.example',
      { role: 'member' },
      { role: 'admin' },
      ['member dev@acme.example: role member → admin'],
    ],
    ['a record without a difference', 'thing', 'it', { a: 1 }, { a: 1 }, ['thing it: updated']],
  ])('%s', (_what, noun, subject, before, after, expected) => {
    expect(diffLines(`${noun}.updated`, subject, before, after)).toEqual(expected);
  });
});

it('each difference has its line, its subject and its values', () => {
  const action = 'targeting.updated';
  const before = { enabled: true, rules: [] };
  const change = {
    action,
    subject: 'web/checkout in production',
    before,
    after: { ...before, enabled: false },
  };
  expect(diff([change])).toEqual([
    {
      subject: 'targeting of checkout in production',
      text: 'targeting of checkout in production: on → off',
      what: 'targeting: on → off',
      before: true,
      after: false,
    },
  ]);
});
