import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@bunting/evaluator/definition';
import { diff } from './diff.ts';

/** Returns the lines that `diff` writes for one change. */
function diffLines(action: string, subject: string, before: unknown, after: unknown): string[] {
  const change = { action, subject, before: before as JsonValue, after: after as JsonValue };
  return diff([change]).map(({ text }) => text);
}

describe('the difference of a feature', () => {
  const feature = (parts: object = {}) => ({
    slug: 'checkout',
    name: 'A',
    description: '',
    status: 'live',
    salt: 'a1b2c3d4',
    variables: [{ slug: 'layout', type: 'string' }],
    variations: [
      { slug: 'off', name: 'Off', values: { layout: 'classic' } },
      { slug: 'on', name: 'On', values: { layout: 'new' } },
    ],
    ...parts,
  });
  const [off, on] = feature().variations;
  const flag = { slug: 'flag', type: 'boolean' };
  it.each<[string, object | null, object | null, string[]]>([
    ['that it is created', null, feature(), ['created (live; variables layout string; variations off, on)']],
    ['that it is deleted', feature(), null, ['deleted']],
    ['its name', feature(), feature({ name: 'B' }), ['name "A" → "B"']],
    ['its description', feature(), feature({ description: 'New.' }), ['description "" → "New."']],
    ['its status', feature(), feature({ status: 'archived' }), ['status live → archived']],
    ['its slug', feature(), feature({ slug: 'till' }), ['slug checkout → till']],
    ['its salt', feature(), feature({ salt: 'x' }), ['salt a1b2c3d4 → x']],
    [
      'a variable that comes',
      feature(),
      feature({ variables: [...feature().variables, flag] }),
      ['variable flag: added (boolean)'],
    ],
    [
      'a variable that comes for client keys',
      feature(),
      feature({ variables: [...feature().variables, { ...flag, client: true }] }),
      ['variable flag: added (boolean for clients)'],
    ],
    [
      'that it is created with a variable for client keys',
      null,
      feature({ variables: [{ slug: 'layout', type: 'string', client: true }] }),
      ['created (live; variables layout string for clients; variations off, on)'],
    ],
    [
      'that client keys get a variable',
      feature({ variables: [{ slug: 'layout', type: 'string', client: false }] }),
      feature({ variables: [{ slug: 'layout', type: 'string', client: true }] }),
      ['variable layout: client false → true'],
    ],
    [
      'that client keys get a variable no more, under another slug',
      feature({ variables: [{ slug: 'layout', type: 'string', client: true }] }),
      feature({
        variables: [{ slug: 'look', type: 'string', client: false }],
        variations: feature().variations.map((each) => ({ ...each, values: { look: each.values.layout } })),
      }),
      ['variable layout: slug layout → look', 'variable layout: client true → false'],
    ],
    [
      'nothing more than its name where a release before client variables wrote what was there',
      feature(),
      feature({ name: 'B', variables: [{ slug: 'layout', type: 'string', client: false }] }),
      ['name "A" → "B"'],
    ],
    [
      'its metadata, where a release before metadata wrote what was there',
      feature(),
      feature({
        kind: 'kill_switch',
        tags: ['a', 'b'],
        owners: ['@acme/checkout', 'the team'],
        links: [{ title: 'Why', url: 'https://x' }, { url: 'https://y' }],
        permanent: true,
        expected_until: '2026-12-01',
        snoozed_until: '2026-12-02',
        manager: 'acme/flags',
      }),
      [
        'kind release → kill_switch',
        'tags none → a, b',
        'owners none → @acme/checkout, "the team"',
        'link https://x: added ("Why")',
        'link https://y: added',
        'permanent by kind → true',
        'expected until none → 2026-12-01',
        'snoozed until none → 2026-12-02',
        'manager none → acme/flags',
      ],
    ],
    [
      'links that go, move and are named otherwise',
      feature({ links: [{ url: 'https://a' }, { url: 'https://b' }, { url: 'https://c' }] }),
      feature({ links: [{ url: 'https://c' }, { title: 'B', url: 'https://b' }] }),
      ['link https://b: title none → B', 'link https://a: removed', 'link https://c: moved from 3 to 1'],
    ],
    [
      'no metadata where there is none in a record of a release before metadata',
      feature(),
      feature({ name: 'B', kind: 'release', tags: [], owners: [], links: [], permanent: null }),
      ['name "A" → "B"'],
    ],
    [
      'what is said of a variable, where a release before constraints wrote what was there',
      feature(),
      feature({
        variables: [
          {
            slug: 'layout',
            type: 'string',
            description: 'Which?',
            constraints: { one_of: ['classic', 'new'], max_length: 10 },
          },
        ],
      }),
      [
        'variable layout: description "" → "Which?"',
        'variable layout: one_of none → classic, new',
        'variable layout: max_length none → 10',
      ],
    ],
    [
      'constraints that change and go',
      feature({
        variables: [{ slug: 'layout', type: 'string', constraints: { pattern: 'a', max_length: 9 } }],
      }),
      feature({
        variables: [{ slug: 'layout', type: 'string', description: '', constraints: { pattern: 'b' } }],
      }),
      ['variable layout: pattern a → b', 'variable layout: max_length 9 → none'],
    ],
    ['a variable that goes', feature(), feature({ variables: [] }), ['variable layout: removed']],
    [
      'another type',
      feature(),
      feature({ variables: [{ slug: 'layout', type: 'json' }] }),
      ['variable layout: type string → json'],
    ],
    [
      'a variable with another slug',
      feature(),
      feature({
        variables: [{ slug: 'look', type: 'string' }],
        variations: feature().variations.map((each) => ({ ...each, values: { look: each.values.layout } })),
      }),
      ['variable layout: slug layout → look'],
    ],
    [
      'a variation that comes',
      feature(),
      feature({ variations: [off, on, { slug: 'third', name: 'Third', values: { layout: 'x' } }] }),
      ['variation third: added (layout x)'],
    ],
    ['a variation that goes', feature(), feature({ variations: [off] }), ['variation on: removed']],
    [
      'a variation with another slug',
      feature(),
      feature({ variations: [off, { ...on, slug: 'new' }] }),
      ['variation on: slug on → new'],
    ],
    [
      'a variation with another name',
      feature(),
      feature({ variations: [off, { ...on, name: 'Yes' }] }),
      ['variation on: name "On" → "Yes"'],
    ],
    [
      'variations in another order',
      feature(),
      feature({ variations: [on, off] }),
      ['variation on: moved from 2 to 1'],
    ],
    [
      'a value',
      feature(),
      feature({ variations: [off, { ...on, values: { layout: 'very new' } }] }),
      ['value of layout in on new → "very new"'],
    ],
  ])('%s', (_what, before, after, expected) => {
    expect(diffLines('feature.updated', 'web/checkout', before, after)).toEqual(
      expected.map((line) => `feature checkout: ${line}`),
    );
  });
});
