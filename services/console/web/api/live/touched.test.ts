import { describe, expect, it } from '@jest/globals';
import { isNamedBy, isTouched, type ReportedChange } from './touched.ts';

const change = (changed: Partial<ReportedChange>): ReportedChange => ({
  id: '1',
  at: '2026-11-22T12:00:00Z',
  change_id: null,
  actor: 'grace@acme.example',
  actor_name: 'Grace',
  action: 'targeting.updated',
  subject: 'shop/checkout in production',
  project: 'shop',
  environment: 'production',
  feature: 'checkout',
  ...changed,
});

describe('a change makes stale', () => {
  it.each([
    [['features', 'acme', 'shop', {}], true],
    [['audit-log', 'acme', {}], true],
    [['features', 'acme', 'other', {}], false],
    [['features', 'globex', 'shop', {}], false],
    [['session'], false],
  ])('%j: %s', (key, isStale) => {
    expect(isTouched(key, 'acme', change({}))).toBe(isStale);
  });

  it('the session, where it is about members', () => {
    const ofMember = change({ action: 'member.updated', project: null, environment: null, feature: null });
    expect(isTouched(['session'], 'acme', ofMember)).toBe(true);
    expect(isTouched(['features', 'acme', 'shop'], 'acme', ofMember)).toBe(true);
  });
});

it.each([
  ['https://hooks.example/first', 'https://hooks.example/first', true],
  ['https://hooks.example/first/…', 'https://hooks.example/first/secret?of=it', true],
  // As viewers see it.
  ['https://hooks.example/first/…', 'https://hooks.example/first/…', true],
  ['https://hooks.example/', 'https://hooks.example', true],
  ['https://hooks.example/first/…', 'https://Hooks.example/first?of=it', true],
  ['https://hooks.example/other/…', 'https://hooks.example/first/secret', false],
  ['https://hooks.example/first/…', 'https://other.example/first/secret', false],
])('%s in a change can be the endpoint %s: %s', (subject, url, expected) => {
  expect(isNamedBy(subject, url)).toBe(expected);
});
