import { describe, expect, it } from '@jest/globals';
import {
  compileFragments,
  createDatafile,
  evaluateUncounted,
  explain,
  readContext,
  type Datafile,
  type DatafileFragment,
} from '@bunting/evaluator';
import type { FeatureFragment } from '@bunting/evaluator/definition';
import { createFragments, readProjects, readStoredProjects } from '@bunting/contract';

const now = Date.parse('2026-07-01T00:00:00Z');
const users = [null, { id: 'user-7', country: 'CA' }, { id: 'user-8', country: 'US' }];

const files = [...readProjects(), ...readStoredProjects()].filter(({ path }) =>
  path.endsWith('/prerequisites.json'),
);

describe.each(files.map((project) => [project.path, createFragments(project)] as const))(
  'In %s',
  (_, fragments) => {
    const keys = keysOf(fragments);
    const datafile = datafileOf(fragments);

    it.each(ordersOf(keys))('batches %s answer what single requests do', (_name, order) => {
      for (const user of users) {
        const snapshot = datafile.openSnapshot({ slugs: order, isClientOnly: false });
        snapshot.evaluate(() => Infinity, readContext(user), now);
        const alone = order.map((key) => evaluateUncounted(datafile, key, readContext(user), now));
        expect(snapshot.found.map(({ text }) => text)).toEqual(alone.map(({ text }) => text));
        snapshot.close();
      }
    });

    it('explanations agree with evaluations, and name what is not met', () => {
      for (const user of users) {
        for (const key of keys) {
          const { value, variation, reason } = evaluateUncounted(datafile, key, readContext(user), now);
          const { result, decided_by: decided, prerequisites } = explain(fragments, key, user, now);
          expect(result).toMatchObject({ value, variation, reason });
          const unmet = prerequisites.findIndex(({ met }) => !met);
          expect(decided.prerequisite).toBe(decided.line === 7 && unmet >= 0 ? unmet + 1 : null);
          if (decided.line === 6) expect(unmet).toBe(-1);
        }
      }
    });
  },
);

/** Creates a small generator with a seed, so that a failure can be repeated. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

describe('Random graphs of prerequisites', () => {
  it('never throw and never loop, whatever they lead to, and explanations and batches agree', () => {
    for (let seed = 1; seed <= 150; seed += 1) {
      const fragments = randomProject(createRandom(seed));
      const datafile = datafileOf(fragments);
      const keys = keysOf(fragments);
      const user = users[seed % users.length]!;
      const context = readContext(user);
      const answers = keys.map((key) => evaluateUncounted(datafile, key, readContext(user), now).text);
      const together = keys.map((key) => evaluateUncounted(datafile, key, context, now).text);
      expect([seed, together]).toEqual([seed, answers]);
      for (const [index, key] of keys.entries()) {
        const { value, variation, reason, feature } = explain(fragments, key, user, now).result;
        expect(`${answers[index]}}`).toBe(JSON.stringify({ key, value, variation, reason, feature }));
      }
    }
  });

  it('are evaluated once per feature, however many ways lead to it', () => {
    // Ten layers of ten features, each of which names all of the next layer: 10^10 ways.
    const layers = Array.from({ length: 10 }, (_, layer) =>
      Array.from({ length: 10 }, (_each, index) => `layer-${layer}-${index}`),
    );
    const always = { percentage: 100 };
    const nameAll = (slugs: readonly string[] = []) => slugs.map((slug): Named => [slug, 'on']);
    const datafile = datafileOf([
      ...layers.flatMap((slugs, layer) =>
        slugs.map((slug) => fragmentOf(slug, nameAll(layers[layer + 1]), always)),
      ),
      fragmentOf('top', nameAll(layers[0]), always),
    ]);
    const context = readContext({ id: 'user-7' });
    expect(evaluateUncounted(datafile, 'top', context, now).reason).toBe('targeting_rule_matched');
    // Each of the 101 features asked each of its ten prerequisites for what it serves once.
    const cost = datafile.variableOf('layer-9-0')!.feature.cost;
    expect(context.prerequisiteCost).toBeLessThanOrEqual(1_010 * (cost + 10 * 100));
  });
});

function keysOf(fragments: readonly DatafileFragment[]): string[] {
  return fragments.flatMap(({ kind, document }) =>
    kind === 'feature' && document !== null ? document.variables.map(({ slug }) => slug) : [],
  );
}

function datafileOf(fragments: readonly DatafileFragment[]): Datafile {
  const datafile = createDatafile();
  datafile.apply(compileFragments(fragments));
  return datafile;
}

function ordersOf(keys: readonly string[]): [string, readonly string[]][] {
  const shuffled = (seed: number) => {
    const random = createRandom(seed);
    return keys.map((key) => [random(1_000_000), key] as const).toSorted(([one], [other]) => one - other);
  };
  return [
    ['in the order of the file', keys],
    ['in the reverse order', keys.toReversed()],
    ['in one random order', shuffled(1).map(([, key]) => key)],
    ['in another random order', shuffled(2).map(([, key]) => key)],
  ];
}

type Named = readonly [variable: string, ...variations: string[]];

function fragmentOf(
  slug: string,
  named: readonly Named[],
  {
    status = 'live',
    enabled = true,
    byDefault = 'off',
    variables = [slug],
    percentage = 60,
  }: Partial<Random> = {},
): DatafileFragment {
  const document: FeatureFragment = {
    id: `id of ${slug}`,
    slug,
    status,
    salt: slug,
    variables: variables.map((each) => ({ id: each, slug: each, default_variation: byDefault })),
    variations: ['off', 'on'].map((each) => ({ id: each, slug: each, values: variables.map(() => each) })),
    targeting: {
      enabled,
      prerequisites: named.map(([variable, ...variations]) => ({ variable, variations })),
      rules: [{ name: '', any_of: [], rollout: { percentage }, serve: { variation: 'on' } }],
    },
    overrides: {},
  };
  return { kind: 'feature', id: document.id, document };
}

interface Random {
  readonly percentage: number;
  readonly status: FeatureFragment['status'];
  readonly enabled: boolean;
  readonly byDefault: string | null;
  readonly variables: readonly string[];
}

/** Features that name one another in any way, also in circles, also what does not exist. */
function randomProject(random: (below: number) => number): DatafileFragment[] {
  const count = 2 + random(24);
  const pick = <Entry>(...entries: readonly Entry[]): Entry => entries[random(entries.length)] as Entry;
  return Array.from({ length: count }, (_, index) => {
    const slug = `f-${index}`;
    const named = Array.from({ length: random(4) }, (): Named => [
      `f-${random(count + 1)}`,
      pick('on', 'off', 'x'),
    ]);
    return fragmentOf(slug, named, {
      status: pick('live', 'live', 'live', 'live', 'complete', 'archived'),
      enabled: random(8) > 0,
      byDefault: pick('off', 'on', null),
      variables: pick([slug], [slug, `${slug}-too`]),
    });
  });
}
