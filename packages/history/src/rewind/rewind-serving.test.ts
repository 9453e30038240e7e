import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@bunting/evaluator/definition';
import { type HistoryRecord, rewindServing, type ServedNow } from './rewind-serving.ts';

const nothingServed: ServedNow = { targeting: null, defaults: new Map() };
const environment = { id: 'live' };
const feature = {
  id: 'feature',
  variables: [{ id: 'id-1', slug: 'layout' }],
  variations: [
    { id: 'id-2', slug: 'off' },
    { id: 'id-3', slug: 'on' },
  ],
};
const serving = (variation: string) => ({
  enabled: true,
  rules: [{ name: 'All', enabled: true, any_of: [], serve: { variation } }],
});

function record(
  action: string,
  before: unknown,
  after: unknown,
  environmentId: string | null = 'live',
): HistoryRecord {
  return { action, environmentId, before: before as JsonValue, after: after as JsonValue };
}

/** Describes the feature in a record, with the slugs of its variations at that time; older releases recorded no ids. */
function described(slugs: readonly [string, string], hasIds = true): object {
  return {
    variables: [{ ...(hasIds && { id: 'id-1' }), slug: 'layout', type: 'string' }],
    variations: slugs.map((slug, index) => ({ ...(hasIds && { id: `id-${index + 2}` }), slug, values: {} })),
  };
}

function rewound(records: readonly HistoryRecord[], served = nothingServed) {
  const rewind = rewindServing(feature, environment, served);
  for (const each of records) expect(rewind.undo(each)).toBe(true);
  return rewind;
}

describe('going back in time', () => {
  it('through a deletion and the return of the feature finds what was served before', () => {
    const rewind = rewound(
      [
        record('targeting.created', null, serving('on')),
        record('feature.created', null, described(['off', 'on']), null),
        record('feature.deleted', described(['none', 'all']), null, null),
        record('targeting.deleted', serving('all'), null),
        record('overrides.updated', { u: 'none' }, { u: null }),
        record('defaults.updated', { layout: 'none' }, { layout: null }),
      ],
      { ...nothingServed, targeting: serving('on') },
    );
    expect(rewind.exists()).toBe(true);
    expect(rewind.getState()).toEqual({
      targeting: serving('on'),
      defaults: new Map([['layout', 'off']]),
      overrides: new Map([['u', 'off']]),
      problems: [],
    });
    expect(rewind.getOverridesNow()).toEqual(new Map([['u', null]]));
  });

  it('before the feature was made reaches a time without it', () => {
    const rewind = rewound([record('feature.created', null, described(['off', 'on']), null)]);
    expect(rewind.exists()).toBe(false);
  });

  it('ignores other environments and other nouns', () => {
    const rewind = rewound([
      record('targeting.updated', serving('on'), serving('off'), 'staging'),
      record('experiment.updated', 1, 2),
    ]);
    expect(rewind.getState().targeting).toBeNull();
  });

  it('ends at a deletion that an older release recorded', () => {
    const rewind = rewindServing(feature, environment, nothingServed);
    expect(rewind.undo(record('feature.deleted', described(['off', 'on'], false), null, null))).toBe(false);
  });

  it.each([
    ['targeting', record('targeting.updated', serving('on'), serving('off'))],
    ['defaults', record('defaults.updated', { layout: 'on' }, { layout: 'off' })],
  ])('ends at a record that does not lead to what was reached: %s', (_, missing) => {
    expect(rewindServing(feature, environment, nothingServed).leadsTo(missing)).toBe(false);
    expect(rewindServing(feature, environment, nothingServed).undo(missing)).toBe(false);
  });

  it('ends where two records of an override do not fit', () => {
    const rewind = rewound([record('overrides.updated', { u: 'on' }, { u: 'off' })]);
    expect(rewind.undo(record('overrides.updated', { u: null }, { u: null }))).toBe(false);
    expect(rewind.undo(record('overrides.updated', { u: null }, { u: 'on' }))).toBe(true);
  });

  it('takes a variation without ids for another one when both slug and values differ', () => {
    const renamed = { variables: [], variations: [{ slug: 'gone', values: { layout: 1 } }] };
    const after = { variables: [], variations: [{ slug: 'off', values: { layout: 2 } }] };
    const rewind = rewound([
      record('feature.updated', renamed, after, null),
      record('overrides.updated', { u: 'gone' }, { u: null }),
    ]);
    expect(rewind.getState().problems).toEqual([
      { path: 'overrides.u', message: 'is the variation gone, which was deleted since' },
    ]);
  });
});
