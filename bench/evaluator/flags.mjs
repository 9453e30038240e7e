// The flags of the benchmark, which every side translates into its own format. All are boolean: `off` is false and the
// default, `on` is true. A rule has three conditions, which must all match; the first rule that matches serves `on`.

const conditions = (organisations) => [
  { attribute: 'platform', oneOf: ['ios'] },
  { attribute: 'organisation', oneOf: organisations },
  { attribute: 'plan', oneOf: ['pro', 'team'] },
];

const matching = conditions(['org-90', 'org-91', 'org-92', 'org-93']);
const nine = Array.from({ length: 9 }, (_, index) => conditions([`org-${index}`]));

const shapes = {
  /** No rules, so that everybody gets the default. */
  default: { rules: [], split: false },
  /** One rule of three conditions, which matches. */
  rule1: { rules: [matching], split: false },
  /** Ten rules of three conditions; the last matches. */
  rule10: { rules: [...nine, matching], split: false },
  /** A split of all users by id, half and half. */
  split: { rules: [], split: true },
};

export const singleCases = Object.keys(shapes);

/** The flags that are evaluated one by one, and the hundred that are evaluated for one user in one call. */
export const singleFlags = singleCases.map((key) => ({ key, ...shapes[key] }));
export const batchFlags = Array.from({ length: 100 }, (_, index) => {
  const shape = index < 40 ? 'default' : index < 70 ? 'rule1' : index < 80 ? 'rule10' : 'split';
  return { key: `batch-${shape}-${index}`, shape, ...shapes[shape] };
});

/** Returns the value that every user must get; undefined if it depends on the bucket. */
export function getExpectedValue(flag) {
  return flag.split ? undefined : flag.rules.length > 0;
}
