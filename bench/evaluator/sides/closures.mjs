// The same rules written by hand, as arrays of closures over the plain user.
export const name = 'closures by hand';

export function createSide(flags) {
  const features = new Map(flags.map((flag) => [flag.key, toFeature(flag)]));
  return {
    input: (user) => ({ ...user }),
    evaluate(key, user) {
      const feature = features.get(key);
      if (feature === undefined) return undefined;
      for (const rule of feature.rules) {
        if (matchesAll(rule.conditions, user)) return rule.serve(user);
      }
      return feature.fallback;
    },
    valueOf: (result) => result.value,
  };
}

function matchesAll(conditions, user) {
  for (const condition of conditions) {
    if (!condition(user)) return false;
  }
  return true;
}

function toFeature({ key, rules, split }) {
  const result = (value, reason) => ({ key, value, variation: value ? 'on' : 'off', reason });
  const on = result(true, 'rule');
  const off = result(false, 'rule');
  const half = (user) => (bucketOf(`a1b2c3d4:split:${user.id}`) < 50_000 ? on : off);
  return {
    rules: split
      ? [{ conditions: [], serve: half }]
      : rules.map((conditions) => ({ conditions: conditions.map(toClosure), serve: () => on })),
    fallback: result(false, 'default'),
  };
}

function toClosure({ attribute, oneOf }) {
  if (oneOf.length === 1) {
    const [only] = oneOf;
    return (user) => user[attribute] === only;
  }
  return (user) => oneOf.includes(user[attribute]);
}

function bucketOf(text) {
  return Math.floor((murmur3(text) / 2 ** 32) * 100_000);
}

/** Hashes ASCII by a common implementation of MurmurHash3. */
function murmur3(text) {
  let hash = 0;
  const end = text.length & ~3;
  for (let index = 0; index < end; index += 4) {
    const block =
      text.charCodeAt(index) |
      (text.charCodeAt(index + 1) << 8) |
      (text.charCodeAt(index + 2) << 16) |
      (text.charCodeAt(index + 3) << 24);
    hash ^= scramble(block);
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  let rest = 0;
  for (let index = text.length - 1; index >= end; index--) rest = (rest << 8) | text.charCodeAt(index);
  hash ^= scramble(rest) ^ text.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function scramble(block) {
  const product = Math.imul(block, 0xcc9e2d51);
  return Math.imul((product << 15) | (product >>> 17), 0x1b873593);
}
