import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { featureArbitrary, segmentsArbitrary, userArbitrary } from '../../test/arbitraries.ts';
import {
  evaluateFlag,
  featureChange,
  featureFragment,
  toResult,
  segmentChange,
} from '../../test/feature-fragment.ts';
import type { FeatureFragment } from '../definition/definition.ts';
import {
  compileFragments,
  createDatafile,
  evaluate,
  findVariable,
  readContext,
  type Datafile,
  type DatafileFragment,
} from '../index.ts';

/** Returns a change as the datafile package passes it: with a source. */
function lazyChange(feature: FeatureFragment): DatafileFragment {
  const text = JSON.stringify(feature);
  const source = { read: (index: number): unknown => (index === 3 ? JSON.parse(text) : undefined) };
  return { kind: 'feature', id: feature.id, document: feature, again: { source, index: 3 } };
}

function lazy(...features: readonly FeatureFragment[]): Datafile {
  const datafile = createDatafile();
  datafile.apply(compileFragments(features.map(lazyChange)));
  return datafile;
}

const withVariable = (id: string, slug: string): FeatureFragment =>
  featureFragment({ id, slug: id, variables: [{ id: `${id}-${slug}`, slug, default_variation: 'on' }] });

describe('a dormant feature', () => {
  it('gives exactly what an awake one gives', () => {
    fc.assert(
      fc.property(
        featureArbitrary(4),
        segmentsArbitrary,
        userArbitrary,
        fc.nat(),
        (feature, segments, user, now) => {
          const results = [featureChange, lazyChange].map((change) => {
            const datafile = createDatafile();
            datafile.apply(compileFragments([change(feature), ...segments.map(segmentChange)]));
            const evaluations = feature.variables.map(({ slug }) =>
              toResult(evaluate(datafile, slug, readContext(user), now)),
            );
            const times = [now, 0].map((at) => datafile.nextRefresh(at, false));
            return [
              datafile.list(false),
              datafile.list(true),
              times,
              evaluations,
              findVariable(datafile, 'flag'),
            ];
          });
          expect(results[1]).toEqual(results[0]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('is compiled once', () => {
    const datafile = lazy(featureFragment());
    expect(datafile.variableOf('flag')).toBe(datafile.variableOf('flag'));
    expect(evaluateFlag(datafile, null)).toBe(evaluateFlag(datafile, null));
  });

  it('takes all its variables along when one of them is asked for', () => {
    const variables = ['flag', 'other'].map((slug) => ({ id: slug, slug, default_variation: 'on' }));
    const variations = [{ id: 'variation-on', slug: 'on', values: [true, true] }];
    const datafile = lazy(featureFragment({ variables, variations }));
    expect(datafile.variableOf('other')?.feature).toBe(datafile.variableOf('flag')?.feature);
  });

  it.each([false, true])('is replaced and removed with all its variables, woken before: %s', (isWoken) => {
    const datafile = lazy(withVariable('feature-1', 'old'));
    if (isWoken) datafile.variableOf('old');
    datafile.apply(compileFragments([lazyChange(withVariable('feature-1', 'new'))]));
    expect(datafile.variableOf('old')).toBeUndefined();
    if (isWoken) datafile.variableOf('new');
    datafile.apply(compileFragments([{ kind: 'feature', id: 'feature-1', document: null }]));
    expect(datafile.variableOf('new')).toBeUndefined();
  });

  it('does not take back a slug that has passed to another feature', () => {
    const datafile = lazy(
      featureFragment({
        id: 'first',
        variables: ['kept', 'passed'].map((slug) => ({ id: slug, slug, default_variation: 'on' })),
      }),
      withVariable('second', 'passed'),
    );
    datafile.variableOf('kept');
    expect(datafile.variableOf('passed')?.feature.shared.id).toBe('second');
  });

  it('has its patterns compiled before it is asked for', () => {
    const compiled: string[] = [];
    const pattern = { size: 1, weight: 1, isFoundIn: (text: string) => text === 'user-1' };
    const internPool = {
      share: <SharedPart>(shared: SharedPart) => shared,
      patternOf(sources: readonly string[]) {
        compiled.push(...sources);
        return sources.includes('(') ? undefined : pattern;
      },
    };
    const ruled = (id: string, source: string): FeatureFragment => ({
      ...withVariable(id, id),
      targeting: {
        enabled: true,
        rules: [
          {
            name: 'only',
            any_of: [{ all_of: [{ property: 'user_id', operator: 'matches', values: [source] }] }],
            serve: { variation: 'on' },
          },
        ],
      },
    });
    const fragments = [ruled('right', 'user'), ruled('malformed', '(')].map(lazyChange);
    const [right, malformed] = compileFragments(fragments, internPool);
    expect(compiled).toContain('user');
    expect(right).toMatchObject({ kind: 'lazy', lazy: { patterns: [pattern] } });
    expect(malformed?.kind).toBe('feature');
  });
});
