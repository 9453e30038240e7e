// npm run bench:merge: the time of one merge of targeting with 1,000 rules that both sides changed, with ids of rules as they are stored,
// and without, as in records of older releases.
import { mergeTargeting } from '../../packages/history/dist/index.js';

const ruleCount = 1_000;
const rounds = Number(process.env.BENCH_ROUNDS ?? 51);

const rule = (index, parts = {}) => ({
  name: `Rule ${index}`,
  enabled: true,
  any_of: [
    { all_of: [{ property: 'country', operator: 'is', values: ['CA', 'US', `X${index}`] }] },
    {
      all_of: [
        { property: 'custom', custom_key: 'plan', operator: 'is', values: [`plan-${index % 7}`] },
        { property: 'email', operator: 'ends_with', values: [`@team-${index}.example`] },
      ],
    },
  ],
  serve: { variation: index % 2 === 0 ? 'off' : 'one-page' },
  ...parts,
});
const makeId = (kind, index) => `${kind}0000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const withIds = ({ rules }, kind = 'a') =>
  targeting(rules.map((each) => ({ id: makeId(kind, Number(each.name.slice(5))), ...each })));
const targeting = (rules) => ({ enabled: true, rules });
const base = targeting(Array.from({ length: ruleCount }, (_, index) => rule(index)));
const edited = (rest, parts) =>
  targeting(base.rules.map((each, index) => (index % 10 === rest ? { ...each, ...parts } : each)));
const unnamed = ({ rules }) => targeting(rules.map((each) => ({ ...each, name: '' })));

const cases = {
  'each side changes 100 rules': [
    base,
    edited(1, { enabled: false }),
    edited(2, { rollout: { percentage: 10 } }),
  ],
  'one side changes 100 rules, the other one reverses their order': [
    base,
    edited(1, { enabled: false }),
    targeting(base.rules.toReversed()),
  ],
  'no rule has a name, and each side changes all of them': [
    unnamed(base),
    unnamed(targeting(base.rules.map((each) => ({ ...each, enabled: false })))),
    unnamed(targeting(base.rules.map((each) => ({ ...each, rollout: { percentage: 10 } })))),
  ],
  'each side changes all rules, differently': [
    base,
    targeting(base.rules.map((each) => ({ ...each, rollout: { percentage: 5 } }))),
    targeting(base.rules.map((each) => ({ ...each, rollout: { percentage: 10 } }))),
  ],
};

const stored = (states) => states.map((state) => withIds(state));
const casesWithIds = {
  'each side changes 100 rules': stored(cases['each side changes 100 rules']),
  'one side changes 100 rules, the other one reverses their order': stored(
    cases['one side changes 100 rules, the other one reverses their order'],
  ),
  'each side changes all rules, differently': stored(cases['each side changes all rules, differently']),
  'no rule has a name, and each side replaces all of them': ['a', 'b', 'c'].map((kind) =>
    unnamed(withIds(base, kind)),
  ),
};

const measure = ([name, states]) => {
  const times = Array.from({ length: rounds }, () => {
    // Read anew, so that no text that a merge makes is known from the round before.
    const [from, now, wanted] = states.map((state) => JSON.parse(JSON.stringify(state)));
    const start = performance.now();
    mergeTargeting(from, now, wanted);
    return performance.now() - start;
  }).toSorted((left, right) => left - right);
  const median = times[rounds >> 1];
  console.log(`${median.toFixed(1).padStart(8)} ms  ${name}`);
  return median;
};

console.log('Rules with ids');
const medians = Object.entries(casesWithIds).map(measure);
console.log('Rules without ids');
const olderMedians = Object.entries(cases).map(measure);
console.log(`figure merge_1000_rules ${Math.max(...medians).toFixed(1)} ms`);
console.log(`figure merge_1000_rules_without_ids ${Math.max(...olderMedians).toFixed(1)} ms`);
