// Fragments like those of a real project: one or two variables a feature, two or three variations, half of the features
// with one to three rules, some overrides, a few segments. They are deterministic, so that runs can be compared.

const words = 'checkout search banner price cart profile payment shipping review invite theme upload'.split(
  ' ',
);
const countries = ['CA', 'US', 'DE', 'FR', 'GB', 'JP', 'BR', 'IN'];
const segmentSlugs = ['beta-testers', 'staff', 'north-america', 'big-customers', 'early-access'];

/** Returns pseudo-random numbers below 1 (mulberry32). */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Yields the feature and segment documents of one environment. Environments of one project share ids, slugs, salts and
 * values; they differ in defaults, targeting and overrides.
 */
export function* generateDocuments({ project, environment, variableCount }) {
  const shared = createRandom(project * 7919 + 1);
  const own = createRandom(project * 104_729 + environment * 1299 + 2);
  const hex = (digits) =>
    Array.from({ length: digits }, () => Math.floor(shared() * 16).toString(16)).join('');
  const newId = () => `019aa5d4-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`;
  const chance = (probability) => own() < probability;
  const oneOf = (list) => list[Math.floor(own() * list.length)];

  for (const slug of segmentSlugs) {
    yield { kind: 'segment', document: { id: newId(), slug, any_of: [{ all_of: [condition(oneOf, own)] }] } };
  }
  let variablesLeft = variableCount;
  for (let number = 0; variablesLeft > 0; number++) {
    const slug = `${words[number % words.length]}-${hex(6)}`;
    const count = Math.min(variablesLeft, shared() < 0.5 ? 1 : 2);
    variablesLeft -= count;
    const types = Array.from({ length: count }, () => shared());
    const names = shared() < 0.7 ? ['off', 'on'] : ['control', 'blue', 'green'];
    const variations = names.map((name) => ({
      id: newId(),
      slug: name,
      values: types.map((type) => valueOf(type, name)),
    }));
    const variables = types.map((_, index) => ({
      id: newId(),
      slug: index === 0 ? `${slug}-enabled` : `${slug}-config`,
      default_variation: oneOf(names),
    }));
    const rules = Array.from({ length: 1 + Math.floor(own() * 3) }, (_, index) =>
      rule(index, names, oneOf, own),
    );
    const overrides = chance(0.1)
      ? Object.fromEntries([1, 2, 3].map((n) => [`user-${number}-${n}`, oneOf(names)]))
      : {};
    const targeting = chance(0.5) ? { enabled: chance(0.95), rules } : null;
    const [id, salt] = [newId(), hex(8)];
    yield {
      kind: 'feature',
      document: { id, slug, status: 'live', salt, variables, variations, targeting, overrides },
    };
  }
}

function valueOf(type, name) {
  if (type < 0.6) return name !== 'off' && name !== 'control';
  if (type < 0.8) return `${name} as a text`;
  if (type < 0.9) return name.length * 10;
  return { layout: name, columns: name.length, labels: ['one', 'two'] };
}

function rule(index, names, oneOf, own) {
  const any_of = [{ all_of: Array.from({ length: 1 + Math.floor(own() * 2) }, () => condition(oneOf, own)) }];
  if (own() < 0.3) {
    const weight = own() < 0.5 ? 50 : 10;
    const [first, second] = names;
    const split = [
      { variation: first, weight },
      { variation: second, weight: 100 - weight },
    ];
    return { name: `Rule ${index}`, any_of, serve: { split } };
  }
  const rollout = own() < 0.4 ? { rollout: { percentage: Math.floor(own() * 100) } } : {};
  return { name: `Rule ${index}`, any_of, ...rollout, serve: { variation: oneOf(names) } };
}

function condition(oneOf, own) {
  const kind = own();
  if (kind < 0.25)
    return { property: 'country', operator: 'is', values: [oneOf(countries), oneOf(countries)] };
  if (kind < 0.45) return { property: 'email', operator: 'ends_with', values: ['@acme.example'] };
  if (kind < 0.6) return { property: 'segment', operator: 'in_segment', values: [oneOf(segmentSlugs)] };
  if (kind < 0.75) {
    return { property: 'custom', custom_key: 'tier', operator: 'is', values: [oneOf(['gold', 'silver'])] };
  }
  if (kind < 0.85)
    return { property: 'app_version', operator: 'semver_gte', values: [`${Math.floor(own() * 9)}.0.0`] };
  if (kind < 0.97)
    return { property: 'custom', custom_key: 'seats', operator: 'gt', values: [Math.floor(own() * 100)] };
  return { property: 'user_id', operator: 'matches', values: ['^(qa|test)-[0-9]+$'] };
}
