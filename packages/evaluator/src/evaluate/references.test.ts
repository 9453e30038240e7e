import { describe, expect, it } from '@jest/globals';
import { compileDatafile, featureChange, featureFragment } from '../../test/feature-fragment.ts';
import type { FeatureFragment } from '../definition/definition.ts';
import {
  compileFragments,
  evaluateUncounted,
  readContext,
  type Datafile,
  type DatafileFragment,
} from '../index.ts';

const everyone = { name: 'everyone', any_of: [], serve: { variation: 'on' } };

/** Creates a feature with a variable of the same slug, which serves `on` to everyone. */
function feature(slug: string, targeting: Partial<FeatureFragment['targeting']> = {}): FeatureFragment {
  return featureFragment({
    id: slug,
    slug,
    variables: [{ id: slug, slug, default_variation: 'off' }],
    targeting: { enabled: true, rules: [everyone], ...targeting },
  });
}

const requires = (...variables: readonly string[]) => ({
  prerequisites: variables.map((variable) => ({ variable, variations: ['on'] })),
});

/** Returns a change as the datafile package passes it: not compiled before it is used. */
function lazyChange(document: FeatureFragment): DatafileFragment {
  const source = { read: (): unknown => structuredClone(document) };
  return { kind: 'feature', id: document.id, document, again: { source, index: 0 } };
}

const removed = (id: string): DatafileFragment => ({ kind: 'feature', id, document: null });
const off = feature('base', { rules: [] });
const context = readContext({ id: 'user-7' });
const serves = (datafile: Datafile, slug: string) => evaluateUncounted(datafile, slug, context, 0).variation;

describe.each([
  ['compiled', featureChange],
  ['lazy', lazyChange],
])('A prerequisite that names a variable of a %s feature', (_, change) => {
  const chain = () =>
    compileDatafile(
      change(feature('base')),
      change(feature('middle', requires('base'))),
      change(feature('top', requires('middle'))),
    );
  const apply = (datafile: Datafile, ...changes: readonly DatafileFragment[]) =>
    datafile.apply(compileFragments(changes));

  it('follows each change of it, also for the same user and time', () => {
    const datafile = chain();
    const seen = [serves(datafile, 'top')];
    for (const next of [change(off), change(feature('base')), removed('base'), change(feature('base'))]) {
      apply(datafile, next);
      seen.push(serves(datafile, 'top'));
    }
    expect(seen).toEqual(['on', 'off', 'on', 'off', 'on']);
  });

  it('finds a variable that is added later', () => {
    const datafile = compileDatafile(change(feature('top', requires('base'))));
    expect(serves(datafile, 'top')).toBe('off');
    apply(datafile, change(feature('base')));
    expect(serves(datafile, 'top')).toBe('on');
  });

  it('keeps its answer in an open snapshot, and changes it for everyone else', () => {
    const datafile = chain();
    // The estimate of the first is beyond what is evaluated where no time is left.
    const any = Array.from({ length: 400 }, (__, n) => ({
      all_of: [{ property: 'email' as const, operator: 'contains' as const, values: [`a${n}`] }],
    }));
    apply(datafile, featureChange(feature('slow', { rules: [{ ...everyone, any_of: any }] })));
    const snapshot = datafile.openSnapshot({ slugs: ['slow', 'top', 'base'], isClientOnly: false });
    expect(snapshot.evaluate(() => 0, context, 0)).toBe(false);
    apply(datafile, change(off));
    expect(serves(datafile, 'top')).toBe('off');
    while (!snapshot.evaluate(() => 0, context, 0));
    expect(snapshot.found.slice(1).map(({ variation }) => variation)).toEqual(['on', 'on']);
    snapshot.close();
    expect(serves(datafile, 'top')).toBe('off');
  });
});

describe('A feature with prerequisites', () => {
  it('may change for client keys when a variable that they do not get changes', () => {
    const timed = { rules: [{ ...everyone, schedule: { from: '2026-07-01T00:00:00Z', to: null } }] };
    const client = feature('top', requires('base'));
    const variables = client.variables.map((variable) => ({ ...variable, client: true as const }));
    const base = featureChange(feature('base', timed));
    expect(compileDatafile(base).nextRefresh(0, true)).toBeUndefined();
    const datafile = compileDatafile(base, featureChange({ ...client, variables }));
    expect(datafile.nextRefresh(0, true)).toBe(Date.parse('2026-07-01T00:00:00Z'));
  });

  it('beyond the limits does not make evaluators look at them', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `base-${n}`);
    const datafile = compileDatafile(featureChange(feature('top', requires(...many))));
    expect(datafile.variableOf('top')?.feature.prerequisites).toBeUndefined();
    expect(evaluateUncounted(datafile, 'top', context, 0).reason).toBe('no_rule_matched');
  });
});
