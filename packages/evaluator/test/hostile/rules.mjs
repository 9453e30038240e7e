import { collidingIntegers } from '../../../testing/dist/colliding-numbers.js';

// Rules that can be repeated up to the limits.
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
export const createRule = (...conditions) => ({
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
/** Returns any number of rules with one condition each. None matches, so all are evaluated. */
export const manyRules = (condition) => (count, variant) =>
  times(count, (index) => createRule(condition(index, variant)));
/** Returns any number of conditions in one rule. All match, and then no user is within the rollout. */
export const manyConditions = (condition) => (count, variant) => [
  {
    ...createRule(...times(count, (index) => condition(index, variant))),
    rollout: {
      percentage: 0,
    },
  },
];
/** Returns one condition with any number of operands. */
export const manyOperands =
  (operator, operand, more = {}) =>
  (count, variant) => [
    createRule(
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
/** As long as conditions read. */
export const list = times(1_000, (index) => `e${index}`);
/** They would fall into one bucket of a `Set`. */
export const colliding = collidingIntegers(21_000);
