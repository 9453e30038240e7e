// Rules of which as many can be made as the limits allow.
export const on = {
  variation: 'on',
};
export const longest = 4_096;
export const custom = (customKey, operator, values, more = {}) => ({
  property: 'custom',
  custom_key: customKey,
  operator,
  ...(values && {
    values,
  }),
  ...more,
});
export const ruleOf = (...conditions) => ({
  name: '',
  any_of: [
    {
      all_of: conditions,
    },
  ],
  serve: on,
});
export const times = (count, make) =>
  Array.from(
    {
      length: count,
    },
    (_, index) => make(index),
  );
/** As many rules of one condition each as one likes; none of them holds, so all of them are asked. */
export const manyRules = (condition) => (count, variant) =>
  times(count, (index) => ruleOf(condition(index, variant)));
/** As many conditions in one rule as one likes; all of them hold, and then nobody is within the rollout. */
export const manyConditions = (condition) => (count, variant) => [
  {
    ...ruleOf(...times(count, (index) => condition(index, variant))),
    rollout: {
      percentage: 0,
    },
  },
];
/** One condition of as many operands as one likes. */
export const manyOperands =
  (operator, operand, more = {}) =>
  (count, variant) => [
    ruleOf(
      custom(
        'x',
        operator,
        times(count, (index) => operand(index, variant)),
        more,
      ),
    ),
  ];
export const a = 'a'.repeat(longest);
export const wide = 'ж'.repeat(longest);
export const manyKeys = Object.fromEntries(times(5_000, (index) => [`k${index}`, index]));
export const list = times(11_000, (index) => `e${index}`);
