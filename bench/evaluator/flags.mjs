// The flags of the benchmark, in words that every side translates into its own. All are boolean: `off` is false and
// what everybody gets, `on` is true. A rule is three conditions, ANDed; the first rule that matches serves `on`.

const conditions = (organisations) => [
  { attribute: 'platform', oneOf: ['ios'] },
  { attribute: 'organisation', oneOf: organisations },
  { attribute: 'plan', oneOf: ['pro', 'team'] },
];

const matching = conditions(['org-90', 'org-91', 'org-92', 'org-93']);
const nine = Array.from({ length: 9 }, (_, index) => conditions([`org-${index}`]));

const shapes = {
  /** No rules at all: the environment's default. */
  default: { rules: [], split: false },
  /** One rule of three conditions, which matches. */
  rule1: { rules: [matching], split: false },
  /** Ten rules of three conditions; the last matches. */
  rule10: { rules: [...nine, matching], split: false },
  /** Everybody, half and half by id. */
  split: { rules: [], split: true },
};

export const singleCases = Object.keys(shapes);

/** The flags that are asked one by one, and the hundred that are asked for one user in one go. */
export const singleFlags = singleCases.map((key) => ({ key, ...shapes[key] }));
export const batchFlags = Array.from({ length: 100 }, (_, index) => {
  const shape = index < 40 ? 'default' : index < 70 ? 'rule1' : index < 80 ? 'rule10' : 'split';
  return { key: `batch-${shape}-${index}`, shape, ...shapes[shape] };
});

/** What everybody must get, or undefined where it depends on the bucket. */
export function expectedOf(flag) {
  return flag.split ? undefined : flag.rules.length > 0;
}
