import fc from 'fast-check';
import type {
  PrerequisiteDefinition,
  RuleDefinition,
  TargetingDefinition,
} from '@bunting/evaluator/definition';
import type { DescribedFeature } from '../src/snapshot.ts';

/** A state, and two that others made of it. */
export interface Triple<State> {
  readonly base: State;
  readonly theirs: State;
  readonly ours: State;
}

/** Reads what to make of a list of numbers, which fast-check makes faster than documents and shrinks as well. 0 where it ends. */
type Choose = (choices: number) => number;

function triples<State>(make: (choose: Choose) => State, edit: (state: State, choose: Choose) => State) {
  return fc.array(fc.nat(0xffff), { minLength: 16, maxLength: 24 }).map((numbers): Triple<State> => {
    let index = 0;
    const choose: Choose = (choices) => (numbers[index++] ?? 0) % choices;
    const base = make(choose);
    const changed = () => {
      let state = base;
      for (let edits = choose(4); edits > 0; edits -= 1) state = edit(state, choose);
      return state;
    };
    return { base, theirs: changed(), ours: changed() };
  });
}

const anyOfs: RuleDefinition['any_of'][] = [
  [],
  [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
  [{ all_of: [{ property: 'email', operator: 'exists' }] }],
];
const serves: RuleDefinition['serve'][] = [
  { variation: 'on' },
  { variation: 'off' },
  {
    split: [
      { variation: 'on', weight: 50 },
      { variation: 'off', weight: 50 },
    ],
    bucket_by: ['email'],
  },
];
const rollouts: RuleDefinition['rollout'][] = [undefined, { percentage: 10 }, { percentage: 50 }];
const schedules: RuleDefinition['schedule'][] = [undefined, { from: '2026-12-01T00:00:00Z' }];
const names = ['', 'a', 'b', 'c', 'd', 'e'];

function pick<Value>(values: readonly Value[], choose: Choose): Value {
  return values[choose(values.length)] as Value;
}

let ids = 0;
const makeId = () => `00000000-0000-4000-8000-${`${(ids += 1)}`.padStart(12, '0')}`;

type RuleParts = Omit<RuleDefinition, 'schedule' | 'rollout'> & {
  readonly schedule?: RuleDefinition['schedule'] | undefined;
  readonly rollout?: RuleDefinition['rollout'] | undefined;
};

/** Returns the rule with its members in the order in which rules are stored. */
function toRule({ id, name, enabled = true, any_of, schedule, rollout, serve }: RuleParts): RuleDefinition {
  return {
    ...(id !== undefined && { id }),
    name,
    enabled,
    any_of,
    ...(schedule && { schedule }),
    ...(rollout && { rollout }),
    serve,
  };
}

function makeRule(choose: Choose): RuleDefinition {
  const number = choose(names.length * 18);
  return toRule({
    name: names[number % names.length] as string,
    enabled: number % 5 !== 0,
    any_of: anyOfs[number % 3] as RuleDefinition['any_of'],
    schedule: number % 7 === 0 ? schedules[1] : undefined,
    rollout: rollouts[(number >> 3) % 3],
    serve: serves[(number >> 2) % 3] as RuleDefinition['serve'],
  });
}

const ruleEdits: ((rule: RuleDefinition, choose: Choose) => RuleDefinition)[] = [
  (rule, choose) => ({ ...rule, name: pick(names, choose) }),
  (rule) => ({ ...rule, enabled: !rule.enabled }),
  (rule, choose) => ({ ...rule, any_of: pick(anyOfs, choose) }),
  (rule, choose) => ({ ...rule, serve: pick(serves, choose) }),
  (rule, choose) => toRule({ ...rule, rollout: pick(rollouts, choose) }),
  (rule, choose) => toRule({ ...rule, schedule: pick(schedules, choose) }),
];

/** Adds, removes, moves or edits one entry. */
function editList<Entry>(
  list: readonly Entry[],
  choose: Choose,
  make: (choose: Choose) => Entry,
  edit: (entry: Entry, choose: Choose) => Entry,
): Entry[] {
  const [index, action] = [choose(list.length + 1), choose(6)];
  if (action === 0 || index === list.length) return list.toSpliced(index, 0, make(choose));
  if (action === 1) return list.toSpliced(index, 1);
  const entry = list[index] as Entry;
  if (action === 2) return list.toSpliced(index, 1).toSpliced(choose(list.length), 0, entry);
  return list.with(index, edit(entry, choose));
}

const slugs = ['a', 'b', 'c', 'd', 'e', 'f'];

/** `withIds`: as rules are stored; those of older records have none. */
interface RuleOptions {
  readonly withIds: boolean;
}

const ruleMaker =
  ({ withIds }: RuleOptions) =>
  (choose: Choose): RuleDefinition => ({ ...(withIds && { id: makeId() }), ...makeRule(choose) });

export const editRule = (rule: RuleDefinition, choose: Choose): RuleDefinition =>
  pick(ruleEdits, choose)(rule, choose);

export function ruleTriples(options: RuleOptions) {
  const make = ruleMaker(options);
  return triples<readonly RuleDefinition[]>(
    (choose) => Array.from({ length: choose(5) }, () => make(choose)),
    (rules, choose) => editList(rules, choose, make, editRule),
  );
}

export function targetingTriples(options: RuleOptions) {
  const make = ruleMaker(options);
  const makeRules = (choose: Choose) => Array.from({ length: choose(5) }, () => make(choose));
  const makePrerequisites = (choose: Choose) =>
    toMember(slugs.slice(0, choose(4)).map((slug) => makePrerequisite(slug, choose)));
  return triples<TargetingDefinition | null>(
    (choose) =>
      choose(8) === 1
        ? null
        : { enabled: choose(2) === 0, ...makePrerequisites(choose), rules: makeRules(choose) },
    (targeting, choose) => {
      if (choose(12) === 1) return null;
      if (targeting === null) return { enabled: true, rules: makeRules(choose) };
      if (choose(4) === 1) return { ...targeting, enabled: !targeting.enabled };
      if (choose(4) === 1) return editPrerequisites(targeting, choose);
      return { ...targeting, rules: editList(targeting.rules, choose, make, editRule) };
    },
  );
}

function makePrerequisite(variable: string, choose: Choose): PrerequisiteDefinition {
  return { variable, variations: slugs.slice(0, 1 + choose(2)) };
}

function toMember(
  prerequisites: readonly PrerequisiteDefinition[],
): Pick<TargetingDefinition, 'prerequisites'> {
  return prerequisites.length === 0 ? {} : { prerequisites };
}

/** Adds, removes or changes one; a targeting has one for each variable at most. */
function editPrerequisites(targeting: TargetingDefinition, choose: Choose): TargetingDefinition {
  const { enabled, prerequisites = [], rules } = targeting;
  const variable = pick(slugs, choose);
  const others = prerequisites.filter((each) => each.variable !== variable);
  const index = choose(others.length + 1);
  const edited = choose(3) === 1 ? others : others.toSpliced(index, 0, makePrerequisite(variable, choose));
  return { enabled, ...toMember(edited), rules };
}

/** Rules with ids, and what two people make of them who never edit the same rule, and neither add, remove nor move one. */
export const separateEdits = triples<readonly RuleDefinition[]>(
  (choose) => Array.from({ length: 1 + choose(5) }, () => ruleMaker({ withIds: true })(choose)),
  (rules) => rules,
).chain(({ base }) =>
  fc.array(fc.nat(0xffff), { minLength: 8 * base.length, maxLength: 8 * base.length }).map((numbers) => {
    let index = 0;
    const choose: Choose = (choices) => (numbers[index++] ?? 0) % choices;
    const isOurs = base.map(() => choose(2) === 1);
    const edit = (side: boolean) =>
      base.map((rule, at) => (isOurs[at] === side ? editRule(rule, choose) : rule));
    return { base, theirs: edit(false), ours: edit(true) };
  }),
);

/** Variations by variable or user. */
export const pinTriples = triples<Readonly<Record<string, string>>>(
  (choose) => Object.fromEntries(slugs.slice(0, choose(5)).map((slug) => [slug, pick(slugs, choose)])),
  (pins, choose) => {
    const { [pick(slugs, choose)]: _removed, ...rest } = pins;
    return choose(3) === 1 ? rest : { ...pins, [pick(slugs, choose)]: pick(slugs, choose) };
  },
);

/** Settings of an environment, or a segment. */
export const memberTriples = triples<Readonly<Record<string, string | boolean | string[]>> | null>(
  (choose) => ({ slug: 'x', name: pick(names, choose), protected: choose(2) === 1, origins: ['*'] }),
  (members, choose) => {
    const [first, second] = [pick(slugs, choose), pick(slugs, choose)];
    return [
      null,
      { ...members, name: first },
      { ...members, protected: first < second },
      { ...members, origins: [first, second] },
    ][choose(4)] as Readonly<Record<string, string | boolean | string[]>> | null;
  },
);

type Variable = DescribedFeature['variables'][number];
type Variation = DescribedFeature['variations'][number];

/** Generates triples of features: `withIds` as records of this release, otherwise as older ones, which have only slugs. */
export function featureTriples({ withIds }: { readonly withIds: boolean }) {
  const idOf = () => (withIds ? { id: makeId() } : {});
  const free = (list: readonly { slug: string }[], choose: Choose): string | undefined => {
    const slug = pick(slugs, choose);
    return list.some((each) => each.slug === slug) ? undefined : slug;
  };
  const withValues = (variation: Variation, variables: readonly Variable[], choose: Choose): Variation => ({
    ...variation,
    values: Object.fromEntries(variables.map(({ slug }) => [slug, variation.values[slug] ?? choose(3)])),
  });
  const renamed = (feature: DescribedFeature, from: string, to: string): DescribedFeature => ({
    ...feature,
    variables: feature.variables.map((each) => (each.slug === from ? { ...each, slug: to } : each)),
    variations: feature.variations.map((each) => ({
      ...each,
      values: Object.fromEntries(
        Object.entries(each.values).map(([slug, value]) => [slug === from ? to : slug, value]),
      ),
    })),
  });
  const editVariables = (feature: DescribedFeature, choose: Choose): DescribedFeature => {
    const { variables, variations } = feature;
    const [action, known, slug] = [
      choose(3),
      variables[choose(variables.length + 1)],
      free(variables, choose),
    ];
    if (action === 0 && known) {
      return {
        ...feature,
        variables: variables.filter((each) => each !== known),
        variations: variations.map((each) => {
          const { [known.slug]: _removed, ...values } = each.values;
          return { ...each, values };
        }),
      };
    }
    if (slug === undefined) return feature;
    if (action === 1 && known) return renamed(feature, known.slug, slug);
    const added = [...variables, { ...idOf(), slug, type: 'number', client: false }];
    return {
      ...feature,
      variables: added,
      variations: variations.map((each) => withValues(each, added, choose)),
    };
  };
  const editVariation = (variation: Variation, list: readonly Variation[], choose: Choose): Variation => {
    if (choose(3) === 0) return { ...variation, slug: free(list, choose) ?? variation.slug };
    const slug = Object.keys(variation.values)[choose(slugs.length)];
    if (slug === undefined) return { ...variation, name: pick(slugs, choose) };
    return { ...variation, values: { ...variation.values, [slug]: choose(5) } };
  };
  const editVariations = (feature: DescribedFeature, choose: Choose): DescribedFeature => {
    const { variables, variations } = feature;
    const slug = free(variations, choose);
    const make = () => withValues({ ...idOf(), slug: slug ?? '', name: '', values: {} }, variables, choose);
    const edited = editList(variations, choose, make, (each) => editVariation(each, variations, choose));
    return { ...feature, variations: edited.filter((each) => each.slug !== '') };
  };
  const edits: ((feature: DescribedFeature, choose: Choose) => DescribedFeature)[] = [
    (feature, choose) => ({ ...feature, name: pick(slugs, choose) }),
    (feature, choose) => ({ ...feature, status: pick(['live', 'complete'], choose) }),
    (feature, choose) => ({ ...feature, tags: slugs.filter(() => choose(2) === 1) }),
    (feature, choose) => ({
      ...feature,
      links: slugs.filter(() => choose(2) === 1).map((url) => ({ url, title: pick(['', 'A'], choose) })),
    }),
    editVariables,
    editVariables,
    editVariations,
    editVariations,
  ];
  const make = (choose: Choose): DescribedFeature => {
    const variables = slugs
      .slice(0, choose(4))
      .map((slug): Variable => ({ ...idOf(), slug, type: 'number', client: false }));
    const variations = slugs
      .slice(0, choose(4))
      .map((slug) => withValues({ ...idOf(), slug, name: slug, values: {} }, variables, choose));
    return { slug: 'x', name: 'X', status: 'live', tags: ['a', 'c'], links: [], variables, variations };
  };
  return triples(make, (feature, choose) => pick(edits, choose)(feature, choose));
}
