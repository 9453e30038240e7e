import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { DescribedFeature } from '../snapshot.ts';
import { mergeFeature } from './merge-feature.ts';

type Parts = Readonly<Record<string, unknown>>;

const layout = { id: 'v1', slug: 'layout', type: 'string', client: false };
const steps = { id: 'v2', slug: 'steps', type: 'number', client: false };
const off = { id: 'w1', slug: 'off', name: 'Off', values: { layout: 'classic' } };
const on = { id: 'w2', slug: 'on', name: 'On', values: { layout: 'new' } };
const feature = (parts: Parts = {}): DescribedFeature => ({
  slug: 'checkout',
  name: 'Checkout',
  description: '',
  status: 'live',
  salt: 'a1b2',
  kind: 'release',
  tags: ['a', 'm', 'z'],
  owners: ['grace@acme.example'],
  links: [{ url: 'https://a.example/', title: 'A' }],
  permanent: null,
  variables: [layout],
  variations: [off, on],
  ...parts,
});
/** Returns the feature with `steps`, and its values in both variations. */
const withSteps = (parts: Parts = {}): DescribedFeature =>
  feature({
    variables: [layout, steps],
    variations: [
      { ...off, values: { layout: 'classic', steps: 3 } },
      { ...on, values: { layout: 'new', steps: 1 } },
    ],
    ...parts,
  });

/** Returns the merged feature, and expects the same result from both sides. */
function merged(
  theirs: DescribedFeature | null,
  ours: DescribedFeature | null,
  base: DescribedFeature | null = feature(),
) {
  const { merged: result, conflicts } = mergeFeature(base, theirs, ours);
  expect(conflicts).toEqual([]);
  expect(mergeFeature(base, ours, theirs).merged).toEqual(result);
  return result;
}

function conflicts(
  theirs: DescribedFeature | null,
  ours: DescribedFeature | null,
  base: DescribedFeature | null = feature(),
) {
  return mergeFeature(base, theirs, ours).conflicts.map(({ path, message }) => [path, message]);
}

const members: [string, unknown, unknown][] = [
  ['name', 'One', 'Other'],
  ['description', 'One', 'Other'],
  ['status', 'complete', 'archived'],
  ['slug', 'one', 'other'],
  ['kind', 'experiment', 'kill_switch'],
  ['permanent', true, false],
  ['expected_until', '2027-01-01', '2027-01-02'],
];

describe('merging features', () => {
  it.each(members)(
    'takes the %s from the side that changed it, and has a conflict if both did',
    (member, one, other) => {
      expect(merged(feature({ [member]: one }), feature({ salt: 'other' }))).toEqual(
        feature({ [member]: one, salt: 'other' }),
      );
      expect(conflicts(feature({ [member]: one }), feature({ [member]: other }))).toHaveLength(1);
      expect(conflicts(feature({ [member]: one }), feature({ [member]: other }))[0]?.[0]).toBe(member);
    },
  );

  it('takes tags, owners and links entry by entry', () => {
    expect(merged(feature({ tags: ['a', 'b', 'm', 'z'] }), feature({ tags: ['m', 'n', 'z'] }))).toEqual(
      feature({ tags: ['b', 'm', 'n', 'z'] }),
    );
    const [ada, bob] = ['ada@acme.example', 'bob@acme.example'];
    expect(merged(feature({ owners: [bob] }), feature({ owners: ['grace@acme.example', ada] }))).toEqual(
      feature({ owners: [ada, bob] }),
    );
    const [first, second, third] = [
      { url: 'https://a.example/', title: 'B' },
      { url: 'https://b.example/' },
      { url: 'https://c.example/' },
    ];
    const [known] = feature()['links'] as JsonValue[];
    expect(merged(feature({ links: [first] }), feature({ links: [known, second] }))).toEqual(
      feature({ links: [first, second] }),
    );
    expect(conflicts(feature({ links: [first] }), feature({ links: [third] }))).toEqual([
      [
        'links["https://a.example/"]',
        'the link https://a.example/ was changed by the other change, but removed by yours',
      ],
    ]);
  });

  it('keeps what a record of an older release does not have', () => {
    const { kind: _kind, tags: _tags, ...older } = feature();
    expect(
      mergeFeature(older, feature({ kind: 'operational' }), {
        ...older,
        name: 'New',
      }).merged,
    ).toEqual(feature({ kind: 'operational', name: 'New' }));
  });

  it('follows variables and variations by id: one side renames, the other one changes', () => {
    const renamed = feature({
      variables: [{ ...layout, slug: 'look' }],
      variations: [
        { ...off, values: { look: 'classic' } },
        { ...on, slug: 'new', values: { look: 'new' } },
      ],
    });
    const changed = feature({
      variables: [{ ...layout, client: true }],
      variations: [off, { ...on, name: 'One page', values: { layout: 'one-page' } }],
    });
    expect(merged(renamed, changed)).toEqual(
      feature({
        variables: [{ ...layout, slug: 'look', client: true }],
        variations: [
          { ...off, values: { look: 'classic' } },
          { ...on, slug: 'new', name: 'One page', values: { look: 'one-page' } },
        ],
      }),
    );
  });

  it('follows the variables and variations of records without ids through one rename', () => {
    const without = (parts: Parts): DescribedFeature => {
      const { variables, variations, ...rest } = feature(parts);
      const strip = ({ id: _id, ...part }: Parts) => part;
      return {
        ...rest,
        variables: variables.map(strip),
        variations: variations.map(strip),
      } as unknown as DescribedFeature;
    };
    const renamed = feature({
      variables: [{ ...layout, slug: 'look' }],
      variations: [
        { ...off, values: { look: 'classic' } },
        { ...on, values: { look: 'new' } },
      ],
    });
    const ours = without({ variations: [off, { ...on, values: { layout: 'one-page' } }] });
    expect(mergeFeature(without({}), renamed, ours)).toEqual({
      merged: feature({
        variables: [{ ...layout, slug: 'look' }],
        variations: [
          { ...off, values: { look: 'classic' } },
          { ...on, values: { look: 'one-page' } },
        ],
      }),
      conflicts: [],
    });
    const other = without({ variations: [off, { ...on, slug: 'new' }] });
    expect(mergeFeature(without({}), feature({ name: 'New' }), other).merged).toEqual(
      feature({ name: 'New', variations: [off, { ...on, slug: 'new' }] }),
    );
  });

  it('merges the values of a variation variable by variable', () => {
    const value = (variation: typeof off, values: Parts) => ({ ...variation, values });
    const base = withSteps();
    const theirs = withSteps({ variations: [base.variations[0], value(on, { layout: 'newer', steps: 1 })] });
    const ours = withSteps({ variations: [base.variations[0], value(on, { layout: 'new', steps: 2 })] });
    expect(merged(theirs, ours, base)).toEqual(
      withSteps({ variations: [base.variations[0], value(on, { layout: 'newer', steps: 2 })] }),
    );
    const other = withSteps({ variations: [base.variations[0], value(on, { layout: 'new', steps: 5 })] });
    expect(conflicts(other, ours, base)).toEqual([
      [
        'variations.on.values.steps',
        'the value of steps in the variation on was changed on both sides, differently',
      ],
    ]);
  });

  it('takes added variables and variations from both sides', () => {
    const added = { id: 'w3', slug: 'two', name: '', values: { layout: 'two' } };
    expect(merged(withSteps(), feature({ variations: [off, on, added] }))).toEqual(
      withSteps({ variations: [...withSteps().variations, added] }),
    );
    const twin = { ...steps, id: 'v3' };
    expect(conflicts(withSteps(), withSteps({ variables: [layout, twin] }))[0]).toEqual([
      'variables.steps',
      'the variable steps was added on both sides, differently',
    ]);
  });

  it('has a conflict where one removed a variable or a variation and the other one changed it', () => {
    const [first, second] = withSteps().variations;
    expect(
      conflicts(feature(), withSteps({ variables: [layout, { ...steps, client: true }] }), withSteps()),
    ).toEqual([
      ['variables.steps', 'the variable steps was removed by the other change, but changed by yours'],
    ]);
    const valued = withSteps({ variations: [first, { ...second, values: { layout: 'new', steps: 7 } }] });
    expect(conflicts(valued, feature(), withSteps())).toEqual([
      ['variables.steps', 'the variable steps was changed by the other change, but removed by yours'],
    ]);
    expect(
      conflicts(feature({ variations: [off] }), feature({ variations: [off, { ...on, name: 'New' }] })),
    ).toEqual([['variations.on', 'the variation on was removed by the other change, but changed by yours']]);
    expect(merged(feature({ variations: [off] }), withSteps())).toEqual(withSteps({ variations: [first] }));
  });

  it('keeps a variable by decision with its values, which the side that removed it did not change', () => {
    const changed = withSteps({ variables: [layout, { ...steps, client: true }] });
    const renamed = feature({ name: 'New' });
    for (const [theirs, ours, side] of [
      [renamed, changed, 'ours'],
      [changed, renamed, 'theirs'],
    ] as const) {
      expect(mergeFeature(withSteps(), theirs, ours, new Map([['variables.steps', side]]))).toEqual({
        merged: { ...changed, name: 'New' },
        conflicts: [],
      });
    }
  });

  it('keeps a variation by decision where it was', () => {
    const third = { id: 'w3', slug: 'two', name: '', values: { layout: 'two' } };
    const changed = { ...on, name: 'New' };
    const taken = new Map([['variations.on', 'ours'] as const]);
    const [base, theirs, ours] = [
      [off, on, third],
      [off, third],
      [off, changed, third],
    ].map((variations) => feature({ variations }));
    expect(mergeFeature(base!, theirs!, ours!, taken)).toEqual({ merged: ours, conflicts: [] });
  });

  it('names a value in the same way from both sides while nobody has decided how its variable is called', () => {
    const renamed = (slug: string) =>
      feature({ variables: [{ ...layout, slug }], variations: [{ ...off, values: { [slug]: slug } }, on] });
    const [theirs, ours] = [renamed('pages'), renamed('form')];
    for (const paths of [conflicts(theirs, ours), conflicts(ours, theirs)].map((all) =>
      all.map(([path]) => path),
    ))
      expect(paths).toEqual(['variables.layout.slug', 'variations.off.values.form']);
  });

  it('has a conflict where both put the variations into another order', () => {
    const third = { id: 'w3', slug: 'two', name: '', values: { layout: 'two' } };
    const base = feature({ variations: [off, on, third] });
    expect(
      conflicts(feature({ variations: [on, off, third] }), feature({ variations: [off, third, on] }), base),
    ).toEqual([['variations', 'the variations were reordered on both sides, differently']]);
    expect(
      merged(
        feature({ variations: [on, off, third] }),
        feature({ name: 'New', variations: [off, on, third] }),
        base,
      ),
    ).toEqual(feature({ name: 'New', variations: [on, off, third] }));
  });

  it('has a conflict where one deleted the feature and the other one changed it', () => {
    expect(conflicts(null, feature({ name: 'New' }))).toEqual([
      ['', 'the feature was removed by the other change, but changed by yours'],
    ]);
    expect(conflicts(feature({ name: 'New' }), null)).toEqual([
      ['', 'the feature was changed by the other change, but removed by yours'],
    ]);
    expect(merged(null, feature())).toBeNull();
  });
});
