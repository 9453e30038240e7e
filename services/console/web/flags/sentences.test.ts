import { describe, expect, it } from '@jest/globals';
import { describeRecord, describeServingChange } from './sentences.ts';

const record = (action: string, before: unknown, after: unknown, subject = 'shop/checkout') => ({
  action,
  subject,
  before,
  after,
  project: 'shop',
  feature: subject === 'shop/checkout' ? 'checkout' : null,
});
const staff = { id: 'a', name: 'Staff', serve: { variation: 'on' } };
const canada = { id: 'b', name: '', serve: { variation: 'on' } };
const on = (...rules: object[]) => ({ enabled: true, rules });
const off = (...rules: object[]) => ({ enabled: false, rules });

describe('a recorded change of targeting is told as', () => {
  const environment = 'Production';
  const rows: [string, unknown, unknown][] = [
    ['Turned targeting on for shop/checkout in Production', off(staff), on(staff)],
    ['Turned targeting off for shop/checkout in Production', on(staff), off(staff)],
    ['Turned targeting off for shop/checkout in Production', null, off()],
    ['Turned targeting on for shop/checkout in Production', null, on()],
    ['Added rule “Staff” for shop/checkout in Production', null, on(staff)],
    ['Added a rule for shop/checkout in Production', on(staff), on(staff, canada)],
    ['Added 2 rules for shop/checkout in Production', on(), on(staff, canada)],
    ['Removed rule “Staff” for shop/checkout in Production', on(staff), on()],
    ['Changed a rule for shop/checkout in Production', on(canada), on({ ...canada, enabled: false })],
    ['Reordered rules for shop/checkout in Production', on(staff, canada), on(canada, staff)],
    ['Removed targeting for shop/checkout in Production', on(staff), null],
  ];
  it.each(rows)('%s', (sentence, before, after) => {
    expect(describeRecord(record('targeting.updated', before, after), { environment })).toBe(sentence);
  });

  it('one sentence for all that it does, without the feature on its own page', () => {
    const change = record('targeting.updated', on(staff), off({ ...staff, name: 'Team' }, canada));
    expect(describeRecord(change, { environment, isOfPage: true })).toBe(
      'Turned targeting off, added a rule and changed rule “Team” in Production',
    );
  });

  it('added and removed rules where an older release recorded no ids', () => {
    const [was, is] = [on({ name: 'One' }, { name: 'Two' }), on({ name: 'Two' }, { name: 'Three' })];
    expect(describeRecord(record('targeting.updated', was, is), { isOfPage: true })).toBe(
      'Added rule “Three” and removed rule “One”',
    );
  });
});

describe('a recorded change is told as', () => {
  const rows: [string, Parameters<typeof record>][] = [
    ['Changed the default of a to on for shop/checkout', ['defaults.updated', { a: 'off' }, { a: 'on' }]],
    [
      'Changed the defaults of 2 variables to on for shop/checkout',
      ['defaults.updated', { a: 'off', b: null }, { a: 'on', b: 'on' }],
    ],
    ['Removed the default of a for shop/checkout', ['defaults.updated', { a: 'off' }, { a: null }]],
    [
      'Added the override of u1 and removed 2 overrides for shop/checkout',
      ['overrides.updated', { u1: null, u2: 'on', u3: 'on' }, { u1: 'on', u2: null, u3: null }],
    ],
    ['Archived shop/checkout', ['feature.updated', { status: 'live' }, { status: 'archived' }]],
    [
      'Changed description and expected end date of shop/checkout',
      ['feature.updated', { description: 'a' }, { description: 'b', expected_until: '2027-01-01' }],
    ],
    ['Created feature shop/checkout', ['feature.created', null, { slug: 'checkout' }]],
    ['Changed targeting of shop/checkout', ['targeting.updated', null, null]],
    ['Created API token CI', ['api_token.created', null, { name: 'CI' }, 'CI']],
    ['Deleted segment shop/canada', ['segment.deleted', { slug: 'canada' }, null, 'shop/canada']],
    [
      'Changed position of environment shop/staging',
      [
        'environment.updated',
        { name: 'Staging', position: 2 },
        { name: 'Staging', position: 1 },
        'shop/staging',
      ],
    ],
    ['Added member ada@acme.example', ['member.created', null, { role: 'viewer' }, 'ada@acme.example']],
    [
      'Changed role of member ada@acme.example',
      ['member.updated', { role: 'viewer' }, { role: 'member' }, 'ada@acme.example'],
    ],
    [
      'Accepted invitation ada@acme.example',
      ['invitation.updated', { accepted: false }, { accepted: true }, 'ada@acme.example'],
    ],
    ['Rotated signing secret s', ['signing_secret.rotated', {}, {}, 's']],
  ];
  it.each(rows)('%s', (sentence, change) => {
    expect(describeRecord(record(...change))).toBe(sentence);
  });

  it('a change of this feature on its page', () => {
    const archived = record('feature.updated', { status: 'live' }, { status: 'archived' });
    expect(describeRecord(archived, { isOfPage: true })).toBe('Archived this feature');
    expect(describeRecord(record('feature.created', null, {}), { isOfPage: true })).toBe(
      'Created this feature',
    );
  });
});

it('a draft is told with its rules and defaults together, and a draft without a difference by nothing', () => {
  const before = { targeting: on(staff), defaults: { a: 'off' } };
  const after = { targeting: on(staff, canada), defaults: { a: 'on' } };
  expect(describeServingChange(before, after, 'past')).toBe(
    'Added a rule and changed the default of a to on',
  );
  expect(describeServingChange(before, after, 'future')).toBe('Add a rule and change the default of a to on');
  expect(describeServingChange(before, before, 'past')).toBe('');
});
