import { describe, expect, it } from '@jest/globals';
import type { JsonValue } from '@bunting/evaluator/definition';
import { mergeDefaults, mergeEnvironment, mergeOverrides, mergeSegment } from './merge-states.ts';

type Parts = Readonly<Record<string, unknown>>;

describe('merging defaults and overrides', () => {
  it('merges each variable and each user alone; null = none, as records have it', () => {
    expect(mergeDefaults({ a: 'off' }, { a: 'off', b: 'on' }, { a: 'on' })).toEqual({
      merged: { a: 'on', b: 'on' },
      conflicts: [],
    });
    expect(mergeOverrides({ u: 'on', v: null }, { u: 'on', w: 'on' }, { u: null, v: 'off' })).toEqual({
      merged: { v: 'off', w: 'on' },
      conflicts: [],
    });
    expect(mergeOverrides({ u: 'on' }, { u: 'off' }, { u: null }).conflicts).toEqual([
      {
        path: 'u',
        message: 'the override of u was changed by the other change, but removed by yours',
        base: 'on',
        theirs: 'off',
        ours: null,
      },
    ]);
    const theirs = { a: 'x' };
    expect(mergeDefaults({ a: 'off' }, theirs, { a: 'on' })).toMatchObject({
      merged: theirs,
      conflicts: [{ path: 'a', message: 'the default of a was changed on both sides, differently' }],
    });
  });

  it('merges users with the names of members that objects have', () => {
    const pins = (variation: string) =>
      JSON.parse(`{"__proto__": "${variation}", "constructor": "off"}`) as Record<string, string>;
    const { merged: result, conflicts: found } = mergeOverrides(
      pins('on'),
      { ...pins('on'), toString: 'on' },
      pins('off'),
    );
    expect(found).toEqual([]);
    expect(new Map(Object.entries(result))).toEqual(
      new Map([
        ['__proto__', 'off'],
        ['constructor', 'off'],
        ['toString', 'on'],
      ]),
    );
  });
});

describe('merging segments and settings of environments', () => {
  const segment = (parts: Parts = {}) =>
    ({ slug: 'canada', name: 'Canada', any_of: [], ...parts }) as Record<string, JsonValue>;
  const other = [{ all_of: [] }];

  it('merges name and conditions of a segment, the conditions as a whole', () => {
    expect(mergeSegment(segment(), segment({ name: 'New' }), segment({ any_of: other }))).toEqual({
      merged: segment({ name: 'New', any_of: other }),
      conflicts: [],
    });
    const [conflict] = mergeSegment(
      segment(),
      segment({ any_of: [1] }),
      segment({ any_of: other }),
    ).conflicts;
    expect(conflict).toMatchObject({
      path: 'any_of',
      message: "the segment's definition was changed on both sides, differently",
    });
    expect(mergeSegment(segment(), null, segment({ name: 'New' })).conflicts[0]?.message).toBe(
      'the segment was removed by the other change, but changed by yours',
    );
  });

  it('merges each setting of an environment', () => {
    const base = { slug: 'live', name: 'Live', protected: false, allowed_origins: ['*'] };
    expect(mergeEnvironment(base, { ...base, protected: true }, { ...base, allowed_origins: [] })).toEqual({
      merged: { ...base, protected: true, allowed_origins: [] },
      conflicts: [],
    });
    const [conflict] = mergeEnvironment(base, { ...base, name: 'A' }, { ...base, name: 'B' }).conflicts;
    expect(conflict).toMatchObject({
      path: 'name',
      message: 'the setting name was changed on both sides, differently',
    });
    expect(mergeEnvironment(base, { ...base, name: 'A' }, null).conflicts[0]?.message).toBe(
      'the environment was changed by the other change, but removed by yours',
    );
  });
});
