import { expect, it } from '@jest/globals';
import type { Explanation } from '../../api/types.ts';
import {
  createExplainCommand,
  describePrerequisite,
  explainReason,
  hashOfUser,
  describeAttribute,
  shortValue,
  listSteps,
  userOfHash,
  whyOld,
} from './model.ts';

it('keeps the user behind the hash of the address', () => {
  const text = '{"id": "a#b&c=d é"}';
  expect(userOfHash(`#${hashOfUser(text)}`)).toBe(text);
  expect(userOfHash('')).toBeUndefined();
});

it.each([
  ['layout', { user: {} }, undefined],
  [' LAYOUT', { user: {} }, undefined],
  ['lay', { user: {} }, 'Press Enter to explain lay. This is the last answer, for layout.'],
  ['', { user: {} }, 'Choose a variable. This is the last answer, for layout.'],
  ['lay', { wrong: '' }, 'The user is not valid yet. This is the last answer, for layout.'],
] as const)(
  'while %j and %j stand in the fields, the answer for layout is old: %j',
  (variable, user, said) => {
    expect(whyOld({ variable, user }, 'layout')).toBe(said);
  },
);

it.each([
  [null, ''],
  [{ state: 'missing' }, 'saw: missing'],
  [{ state: 'wrong_type', given: 7 }, 'saw: wrong type'],
  [{ state: 'wrong_type', reason: 'not_a_version', given: '1.2.3.4' }, 'saw "1.2.3.4", not a version'],
  [{ state: 'wrong_type', reason: 'not_a_date', given: 7 }, 'saw 7, not a date'],
  [{ state: 'missing', reason: 'not_a_path', given: null }, 'saw: missing, the name is not a path'],
  [{ state: 'present', given: 'ca' }, 'saw "ca"'],
])('of the attribute %j it says %j', (attribute, said) => {
  expect(describeAttribute(attribute)).toBe(said);
});

const nameOf = (slug: string) => ({ on: 'On', off: 'Off' })[slug] ?? slug;
const explained = (line: number, changed: Partial<Explanation> = {}) =>
  ({
    result: { key: 'layout', value: 'x', variation: 'on', reason: '', feature: 'shop' },
    decided_by: { line, test: '', rule: line === 6 ? 2 : null, prerequisite: null },
    prerequisites: [],
    feature: { slug: 'shop', status: 'live', default: 'off', override: null, targeting: 'on' },
    rules: [
      { number: 1, name: '' },
      { number: 2, name: 'Staff' },
    ],
    ...changed,
  }) as unknown as Explanation;

it.each([
  [1, explained(1, { feature: null }), 'layout does not exist, so nothing is served'],
  [1, explained(1), 'shop is archived, so nothing is served'],
  [2, explained(2), 'Feature is complete: everyone gets the default, Off'],
  [3, explained(3), 'Feature is switched off, so nothing is served'],
  [4, explained(4, { feature: { ...explained(4).feature!, override: 'on' } }), 'Override: On'],
  [5, explained(5), 'No targeting here: everyone gets the default, Off'],
  [6, explained(6), 'Rule 2 “Staff” serves On'],
  [7, explained(7), 'Default: Off'],
])('tells that step %d decided', (line, explanation, text) => {
  const steps = listSteps(explanation, nameOf);
  expect(steps).toHaveLength(7);
  expect(steps.find(({ state }) => state === 'decided')).toEqual({ line, text, state: 'decided' });
  expect(steps.map(({ state }) => state)).toEqual([
    ...Array.from({ length: line - 1 }, () => 'passed'),
    'decided',
    ...Array.from({ length: 7 - line }, () => 'rest'),
  ]);
});

it.each([
  ['targeting_rule_matched', 6, 'Rule 2 “Staff” matched.'],
  ['no_rule_matched', 7, 'No rule matched, so the user gets the default.'],
  ['a_reason_of_a_later_release', 7, 'a_reason_of_a_later_release'],
])('explains %s in a sentence', (reason, line, sentence) => {
  const explanation = explained(line);
  expect(explainReason({ ...explanation, result: { ...explanation.result, reason } })).toBe(sentence);
});

it('says which prerequisite is not met, and what it serves', () => {
  const prerequisites = [
    { variable: 'stock', feature: 'stock', wanted: ['on'], serves: 'on', reason: '', met: true },
    { variable: 'pay', feature: 'payments', wanted: ['on', 'beta'], serves: 'off', reason: '', met: false },
    { variable: 'gone', feature: null, wanted: ['on'], serves: null, reason: '', met: false },
  ];
  const unmet = explained(7, {
    prerequisites,
    decided_by: { line: 7, test: '', rule: null, prerequisite: 2 },
  });
  expect(explainReason(unmet)).toBe('The prerequisite pay is not met, so the user gets the default.');
  expect(listSteps(unmet, nameOf)[5]!.text).toBe('A prerequisite is not met, so no rule applies');
  expect(prerequisites.map(describePrerequisite)).toEqual([
    'Met: stock serves on',
    'Not met: pay serves off, not on or beta',
    'Not met: gone serves nothing, not on',
  ]);
});

it('tells of an override that does not come to its turn', () => {
  const feature = { ...explained(3).feature!, override: 'on' };
  expect(listSteps(explained(3, { feature }), nameOf)[3]!.text).toBe('Override that would apply: On');
});

it('asks the same from a shell, whatever is in the user', () => {
  const code = createExplainCommand(
    'https://f.example',
    { org: 'a', project: 'p', env: 'e' },
    { user: { id: "o'neill" } },
  );
  expect(code).toContain(
    "curl 'https://f.example/settings/v1/organisations/a/projects/p/environments/e/explain'",
  );
  expect(code).toContain(String.raw`-d '{"user":{"id":"o'\''neill"}}'`);
});

it('shortens long values', () => {
  expect(shortValue('x'.repeat(100), 5)).toBe('"xxxx…');
  expect(shortValue(undefined)).toBe('nothing');
});
