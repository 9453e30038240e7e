import { describe, expect, it } from '@jest/globals';

import {
  compileDatafile,
  datafileOfRules,
  evaluateFlag,
  featureChange,
  featureFragment,
  segmentChange,
} from '../../test/feature-fragment.ts';
import type { SegmentFragment } from '../definition/definition.ts';
import {
  compileFragments,
  createInternPool,
  createDatafile,
  findVariable,
  isClientVariable,
} from '../index.ts';

const segment = (slug: string, country: string, id = slug): SegmentFragment => ({
  id,
  slug,
  any_of: [{ all_of: [{ property: 'country', operator: 'is', values: [country] }] }],
});
const inSegment = (operator: string, ...values: readonly unknown[]): object => ({
  name: 'segment',
  any_of: [{ all_of: [{ property: 'segment', operator, values }] }],
  serve: { variation: 'on' },
});
const canadian = { country: 'CA' };
const german = { country: 'DE' };

describe('segments', () => {
  it('match by any of their groups', () => {
    const datafile = datafileOfRules([inSegment('in_segment', 'canada')], segment('canada', 'CA'));
    expect(evaluateFlag(datafile, canadian).variation).toBe('on');
    expect(evaluateFlag(datafile, german).variation).toBe('off');
    expect(evaluateFlag(datafile, null).variation).toBe('off');
  });
  it('are ORed, and not_in_segment means none of them', () => {
    const segments = [segment('canada', 'CA'), segment('germany', 'DE')];
    const either = datafileOfRules([inSegment('in_segment', 'canada', 'germany')], ...segments);
    const neither = datafileOfRules([inSegment('not_in_segment', 'canada', 'germany')], ...segments);
    for (const user of [canadian, german]) {
      expect(evaluateFlag(either, user).variation).toBe('on');
      expect(evaluateFlag(neither, user).variation).toBe('off');
    }
    expect(evaluateFlag(neither, { country: 'FR' }).variation).toBe('on');
  });
  it('hold everyone with an empty any_of', () => {
    const datafile = datafileOfRules([inSegment('in_segment', 'all')], {
      id: 'all',
      slug: 'all',
      any_of: [],
    });
    expect(evaluateFlag(datafile, null).variation).toBe('on');
  });
  it('that do not exist make both operators false', () => {
    expect(evaluateFlag(datafileOfRules([inSegment('in_segment', 'gone')]), canadian).variation).toBe('off');
    expect(evaluateFlag(datafileOfRules([inSegment('not_in_segment', 'gone')]), canadian).variation).toBe(
      'off',
    );
    const other = datafileOfRules([inSegment('in_segment', 'gone', 'canada')], segment('canada', 'CA'));
    expect(evaluateFlag(other, canadian).variation).toBe('on');
  });
  it('do not nest', () => {
    const anyOf = (inSegment('in_segment', 'canada') as { any_of: SegmentFragment['any_of'] }).any_of;
    const datafile = datafileOfRules(
      [inSegment('in_segment', 'nested')],
      { id: 'n', slug: 'nested', any_of: anyOf },
      segment('canada', 'CA'),
    );
    expect(evaluateFlag(datafile, canadian).variation).toBe('off');
  });
  it('may change, come, go and be renamed without the features that name them', () => {
    const datafile = datafileOfRules([inSegment('in_segment', 'canada')]);
    const apply = (...changes: Parameters<typeof compileFragments>[0]): void =>
      datafile.apply(compileFragments(changes));
    apply(segmentChange(segment('canada', 'CA', 's1')));
    expect(evaluateFlag(datafile, canadian).variation).toBe('on');
    apply(segmentChange(segment('canada', 'DE', 's1')));
    expect(evaluateFlag(datafile, canadian).variation).toBe('off');
    expect(evaluateFlag(datafile, german).variation).toBe('on');
    apply(segmentChange(segment('kanada', 'DE', 's1')), segmentChange(segment('canada', 'CA', 's2')));
    expect(evaluateFlag(datafile, canadian).variation).toBe('on');
    apply(segmentChange(segment('canada', 'CA', 's3')));
    apply({ kind: 'segment', id: 's2', document: null });
    expect(evaluateFlag(datafile, canadian).variation).toBe('on');
    apply({ kind: 'segment', id: 's3', document: null });
    expect(evaluateFlag(datafile, canadian).variation).toBe('off');
  });
});

describe('apply', () => {
  const reasonIn = (datafile: ReturnType<typeof createDatafile>): string =>
    evaluateFlag(datafile, null).reason;

  it('replaces a feature, its variables included', () => {
    const datafile = compileDatafile(featureChange(featureFragment()));
    const variables = [{ id: 'variable-1', slug: 'renamed', default_variation: 'on' }];
    datafile.apply(compileFragments([featureChange(featureFragment({ variables }))]));
    expect(reasonIn(datafile)).toBe('variable_not_found');
    expect(findVariable(datafile, 'renamed')?.id).toBe('variable-1');
  });
  it('removes a feature by its tombstone', () => {
    const datafile = compileDatafile(featureChange(featureFragment()));
    datafile.apply(compileFragments([{ kind: 'feature', id: 'feature-1', document: null }]));
    expect(reasonIn(datafile)).toBe('variable_not_found');
  });
  it.each([0, 1])('hands a slug from one feature to another in one step, in either order', (order) => {
    const datafile = compileDatafile(featureChange(featureFragment()));
    const heir = featureFragment({ id: 'feature-2', slug: 'heir' });
    const changes = [featureChange(heir), { kind: 'feature', id: 'feature-1', document: null } as const];
    datafile.apply(compileFragments(order === 0 ? changes : changes.toReversed()));
    expect(evaluateFlag(datafile, null).feature).toBe('heir');
  });
  it('takes slices compiled one by one', () => {
    const datafile = createDatafile();
    const slices = ['a', 'b'].flatMap((slug) =>
      compileFragments([
        featureChange(
          featureFragment({ id: slug, variables: [{ id: slug, slug, default_variation: null }] }),
        ),
      ]),
    );
    datafile.apply(slices);
    expect(['a', 'b'].map((slug) => findVariable(datafile, slug)?.id)).toEqual(['a', 'b']);
  });
  it('takes what is stored under the fragment id, whatever the document says', () => {
    const datafile = createDatafile();
    datafile.apply(compileFragments([{ kind: 'feature', id: 'x', document: featureFragment() }]));
    datafile.apply(compileFragments([{ kind: 'feature', id: 'x', document: null }]));
    expect(reasonIn(datafile)).toBe('variable_not_found');
  });
});

describe('findVariable', () => {
  it('finds the ids that events need, in archived features too', () => {
    const datafile = compileDatafile(featureChange(featureFragment({ status: 'archived' })));
    expect(findVariable(datafile, 'flag')).toEqual({
      id: 'variable-1',
      slug: 'flag',
      isClient: false,
      feature: { id: 'feature-1', slug: 'feature', status: 'archived' },
      variationIds: new Map([
        ['off', 'variation-off'],
        ['on', 'variation-on'],
      ]),
    });
  });
  it('finds nothing under an unknown slug', () => {
    expect(findVariable(compileDatafile(), 'flag')).toBeUndefined();
    expect(findVariable(compileDatafile(), '__proto__')).toBeUndefined();
  });
});

describe('a variable', () => {
  const marked = (client: unknown) =>
    featureChange(
      featureFragment({
        variables: [{ id: 'variable-1', slug: 'flag', default_variation: null, client }] as never,
      }),
    );

  it.each<[unknown, boolean]>([
    [true, true],
    [false, false],
    [undefined, false],
    ['true', false],
  ])('with client: %j is a client variable: %s', (client, expected) => {
    const datafile = compileDatafile(marked(client));
    expect(isClientVariable(datafile, 'flag')).toBe(expected);
    expect(findVariable(datafile, 'flag')?.isClient).toBe(expected);
  });

  it('that does not exist is none', () => {
    expect(isClientVariable(compileDatafile(), 'flag')).toBe(false);
  });

  it('becomes one when its feature is written anew, in every environment of the project', () => {
    const internPool = createInternPool();
    const [production, staging] = [createDatafile(), createDatafile()];
    for (const client of [undefined, true, undefined]) {
      for (const datafile of [production, staging]) {
        datafile.apply(compileFragments([marked(client)], internPool));
        expect(isClientVariable(datafile, 'flag')).toBe(client === true);
      }
    }
  });
});

describe('a catalogue', () => {
  const internPool = createInternPool();
  const evaluationIn = (parts: Parameters<typeof featureFragment>[0]): unknown => {
    const datafile = createDatafile();
    datafile.apply(compileFragments([featureChange(featureFragment(parts))], internPool));
    return evaluateFlag(datafile, null);
  };
  const variations = (value: object): { id: string; slug: string; values: never[] }[] => [
    { id: 'variation-off', slug: 'off', values: [value as never] },
  ];

  it('lets environments of one project share evaluations', () => {
    expect(evaluationIn({})).toBe(evaluationIn({}));
  });
  it('keeps apart what differs, be it in the order of members', () => {
    expect(evaluationIn({ slug: 'other' })).not.toBe(evaluationIn({}));
    expect(evaluationIn({ variations: variations({ a: 1, b: 2 }) })).not.toBe(
      evaluationIn({ variations: variations({ b: 2, a: 1 }) }),
    );
    expect(evaluationIn({ variations: variations({ a: 1 }) })).toBe(
      evaluationIn({ variations: variations({ a: 1 }) }),
    );
  });
  it('leaves environments their own defaults', () => {
    const withDefault = (slug: string | null): object =>
      evaluationIn({ variables: [{ id: 'variable-1', slug: 'flag', default_variation: slug }] }) as object;
    expect(withDefault('on')).toMatchObject({ value: true });
    expect(withDefault('off')).toMatchObject({ value: false });
    expect(withDefault(null)).toMatchObject({ value: null });
  });
});
