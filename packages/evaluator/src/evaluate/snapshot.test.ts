import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

import { featureArbitrary, segmentsArbitrary, userArbitrary } from '../../test/arbitraries.ts';
import { featureChange, featureFragment, toResult, segmentChange } from '../../test/feature-fragment.ts';
import type { FeatureFragment, SegmentFragment } from '../definition/definition.ts';
import {
  compileFragments,
  createDatafile,
  evaluateUncounted,
  readContext,
  type Datafile,
  type DatafileFragment,
  type Evaluation,
} from '../index.ts';

/** Returns a change as the datafile package passes it: not compiled before it is used. */
function lazyChange(feature: FeatureFragment): DatafileFragment {
  const source = { read: (): unknown => structuredClone(feature) };
  return { kind: 'feature', id: feature.id, document: feature, again: { source, index: 0 } };
}

const removed = (kind: 'feature' | 'segment', id: string): DatafileFragment => ({ kind, id, document: null });

function apply(datafile: Datafile, changes: readonly DatafileFragment[]): void {
  datafile.apply(compileFragments([...changes]));
}

type Snapshot = ReturnType<Datafile['openSnapshot']>;

/** Evaluates without time left in each call, as when the event loop turns in between. */
function evaluateAll(
  snapshot: Snapshot,
  { user, now, between = () => {} }: { user: object; now: number; between?: () => void },
): readonly Evaluation[] {
  const context = readContext(user);
  while (!snapshot.evaluate(() => 0, context, now)) between();
  return snapshot.found;
}

/** Opens a snapshot of which one variable was evaluated, that of a slow feature. */
function openSnapshot(datafile: Datafile, slugs: readonly string[], isClientOnly = false): Snapshot {
  apply(datafile, [featureChange(slow)]);
  const snapshot = datafile.openSnapshot({ slugs: ['slow', ...slugs], isClientOnly });
  snapshot.evaluate(() => 0, readContext(null), 0);
  return snapshot;
}

const flag = featureFragment();
/** Its estimate is beyond what is evaluated where no time is left. */
const slow = featureFragment({
  id: 'slow',
  slug: 'slow',
  variables: [{ id: 'slow', slug: 'slow', default_variation: 'off', client: true }],
  targeting: {
    enabled: true,
    rules: [
      {
        name: 'Slow',
        enabled: true,
        any_of: Array.from({ length: 400 }, (_, n) => ({
          all_of: [{ property: 'email', operator: 'contains', values: [`a${n}`] }],
        })),
        serve: { variation: 'on' },
      },
    ],
  },
});
const canadian = { country: 'CA' };
const segment = (country: string): SegmentFragment => ({
  id: 's',
  slug: 'some',
  any_of: [{ all_of: [{ property: 'country', operator: 'is', values: [country] }] }],
});
const targeted = featureFragment({
  targeting: {
    enabled: true,
    rules: [
      {
        name: 'Some',
        enabled: true,
        any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['some'] }] }],
        serve: { variation: 'on' },
      },
    ],
  },
});

describe('a snapshot of a datafile', () => {
  it('gives what the datafile gave when it was opened, whatever is applied while it is read', () => {
    const version = fc.record({ feature: featureArbitrary(3), segments: segmentsArbitrary });
    fc.assert(
      fc.property(
        version,
        fc.array(version, { minLength: 1, maxLength: 4 }),
        userArbitrary,
        fc.boolean(),
        (first, later, user, isLazy) => {
          const now = 1_700_000_000_000;
          const change = isLazy ? lazyChange : featureChange;
          const changesOf = ({ feature, segments }: typeof first) => [
            change(feature),
            ...segments.map(segmentChange),
          ];
          const datafile = createDatafile();
          apply(datafile, changesOf(first));
          const slugs = first.feature.variables.map(({ slug }) => slug);
          apply(datafile, [featureChange(slow)]);
          const context = readContext(user);
          const reference = createDatafile();
          apply(reference, changesOf(first));
          const expected = slugs.map((slug) => toResult(evaluateUncounted(reference, slug, context, now)));
          const rest = later.map((each) => changesOf(each));
          const snapshot = datafile.openSnapshot({ slugs: ['slow', ...slugs], isClientOnly: false });
          const [, ...found] = evaluateAll(snapshot, {
            user: user ?? {},
            now,
            between: () => apply(datafile, rest.shift() ?? []),
          });
          expect(found.map(toResult)).toEqual(expected);
          snapshot.close();
        },
      ),
    );
  });

  it.each([
    ['its feature is replaced', flag, [featureChange({ ...targeted, targeting: null })]],
    ['its feature is removed', flag, [removed('feature', flag.id)]],
    ['its segment changes', targeted, [segmentChange(segment('DE'))]],
    ['its segment is removed', targeted, [removed('segment', 's')]],
    [
      'its segment changes and comes back',
      targeted,
      [segmentChange(segment('DE')), segmentChange(segment('CA'))],
    ],
    ['another feature comes', targeted, [featureChange({ ...flag, id: 'other', variables: [] })]],
  ] as const)('gives the same when %s, and the datafile what was applied', (_, feature, changes) => {
    for (const change of [featureChange, lazyChange]) {
      const datafile = createDatafile();
      const reference = createDatafile();
      for (const each of [datafile, reference]) apply(each, [change(feature), segmentChange(segment('CA'))]);
      const answerOf = (of: Datafile) => toResult(evaluateUncounted(of, 'flag', readContext(canadian), 0));
      const before = answerOf(reference);
      const snapshot = openSnapshot(datafile, ['flag']);
      for (const each of changes) {
        apply(datafile, [each]);
        apply(reference, [each]);
        expect(answerOf(datafile)).toEqual(answerOf(reference));
      }
      expect(toResult(evaluateAll(snapshot, { user: canadian, now: 0 })[1]!)).toEqual(before);
      snapshot.close();
      expect(answerOf(datafile)).toEqual(answerOf(reference));
    }
  });

  it('looks at the time when the estimates may have used up what was left, and goes on while there is some', () => {
    const datafile = createDatafile();
    const ids = Array.from({ length: 20 }, (_, n) => `slow-${n}`);
    apply(
      datafile,
      ids.map((id) =>
        featureChange({ ...slow, id, slug: id, variables: [{ id, slug: id, default_variation: 'off' }] }),
      ),
    );
    const { cost } = datafile.variableOf(ids[0]!)!.feature;
    const snapshot = datafile.openSnapshot({ slugs: ids, isClientOnly: false });
    const lefts = [4.5 * cost, 2.5 * cost, 1, -1];
    const evaluated = () => snapshot.found.filter((each) => each !== undefined).length;
    const seen: number[] = [];
    const timeLeft = () => {
      seen.push(evaluated());
      return lefts.shift() ?? 0;
    };
    expect(snapshot.evaluate(timeLeft, readContext(null), 0)).toBe(false);
    // Five of them may take what was left first, then three, then one.
    expect([seen, evaluated(), snapshot.cost()]).toEqual([[0, 5, 8, 9], 9, 9 * cost]);
    snapshot.close();
  });

  it.each(['by key', 'with all'] as const)('counts what was found %s, also of what was replaced', (asked) => {
    const datafile = createDatafile();
    apply(datafile, [featureChange(flag)]);
    const snapshot = openSnapshot(datafile, ['flag', 'nothing']);
    const [variable] = flag.variables;
    apply(datafile, [featureChange({ ...flag, variables: [{ ...variable!, id: 'another' }] })]);
    evaluateAll(snapshot, { user: {}, now: 0 });
    snapshot.count(asked);
    snapshot.close();
    const counts = [...datafile.takeCounts()].filter(({ variableId }) => variableId !== 'slow');
    expect(counts).toEqual([
      expect.objectContaining({ variableId: variable!.id, asked: asked === 'by key' ? 0 : 1, count: 1 }),
    ]);
    expect(datafile.cells.count).toBe(0);
  });

  it('has for client keys only the variables that they get', () => {
    const [variable] = flag.variables;
    for (const isClient of [true, false]) {
      const datafile = createDatafile();
      apply(datafile, [
        featureChange({ ...flag, variables: [{ ...variable!, ...(isClient && { client: true }) }] }),
      ]);
      const snapshot = openSnapshot(datafile, ['flag'], true);
      const [, found] = evaluateAll(snapshot, { user: {}, now: 0 });
      expect(found!.reason === 'variable_not_found').toBe(!isClient);
      snapshot.count('by key');
      expect([...datafile.takeCounts()]).toHaveLength(isClient ? 2 : 1);
      snapshot.close();
    }
  });
});
