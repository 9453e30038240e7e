import { FlagdCore } from '@openfeature/flagd-core';

export const name = 'flagd-core';

export function createSide(flags) {
  const core = new FlagdCore(undefined, { error() {}, warn() {}, info() {}, debug() {} });
  core.setConfigurations(
    JSON.stringify({ flags: Object.fromEntries(flags.map((flag) => [flag.key, toFlag(flag)])) }),
  );
  return {
    input: ({ id, ...user }) => ({ targetingKey: id, ...user }),
    evaluate: (key, context) => core.resolveBooleanEvaluation(key, false, context),
    valueOf: (resolution) => resolution.value,
  };
}

function toFlag({ rules, split }) {
  return {
    state: 'ENABLED',
    variants: { on: true, off: false },
    defaultVariant: 'off',
    targeting: split
      ? {
          fractional: [
            ['on', 50],
            ['off', 50],
          ],
        }
      : rules.length === 0
        ? {}
        : { if: [...rules.flatMap((conditions) => [{ and: conditions.map(toLogic) }, 'on']), 'off'] },
  };
}

function toLogic({ attribute, oneOf }) {
  return oneOf.length === 1 ? { '==': [{ var: attribute }, oneOf[0]] } : { in: [{ var: attribute }, oneOf] };
}
