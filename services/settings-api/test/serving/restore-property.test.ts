import { expect, it } from '@jest/globals';
import { staging } from '../checkout.ts';
import { createCalls, type Answered } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const api = createCalls(app);
const checkout = '/features/checkout';

/** Creates a small generator with a seed, so that a failure can be repeated. */
function createRandom(seed: number): <Entry>(list: readonly Entry[]) => Entry {
  let state = seed;
  return (list) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return list[Math.floor((state / 2 ** 31) * list.length)]!;
  };
}

interface Served {
  readonly targeting: string;
  readonly defaults: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
}

/** Reads the serving of staging by the ids of variables and variations, which renames do not change. */
async function servedIds(): Promise<Served> {
  const { rows } = await app.pool.query<Served>(
    `WITH pair AS (
       SELECT feature.id AS feature_id, environment.id AS environment_id FROM feature JOIN environment USING (project_id)
       WHERE feature.slug = 'checkout' AND environment.slug = 'staging')
     SELECT
       (SELECT coalesce(json_agg(json_build_array(targeting.enabled, rule.name, rule.enabled, rule.any_of, servings)
                                 ORDER BY rule.position)::text, 'none')
        FROM pair JOIN targeting USING (feature_id, environment_id)
        LEFT JOIN targeting_rule rule ON rule.targeting_id = targeting.id
        LEFT JOIN LATERAL (
          SELECT json_agg(json_build_array(variation_id, weight_thousandths) ORDER BY position) AS servings
          FROM rule_serving WHERE targeting_rule_id = rule.id) AS serving ON true) AS targeting,
       (SELECT coalesce(json_object_agg(variable_id, variation_id ORDER BY variable_id), '{}')
        FROM pair JOIN default_variation USING (feature_id, environment_id)) AS defaults,
       (SELECT coalesce(json_object_agg(user_id, variation_id ORDER BY user_id), '{}')
        FROM pair JOIN override USING (feature_id, environment_id)) AS overrides`,
  );
  return rows[0]!;
}

const namesOf = async () => {
  const { body } = await api.get(checkout);
  const { variables, variations } = body as Record<'variables' | 'variations', { slug: string }[]>;
  return { variables: variables.map(({ slug }) => slug), variations: variations.map(({ slug }) => slug) };
};

async function presentIds(): Promise<Set<string>> {
  const { rows } = await app.pool.query<{ id: string }>(
    'SELECT id FROM variable WHERE deleted_at IS NULL UNION ALL SELECT id FROM variation WHERE deleted_at IS NULL',
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Makes one of the changes that people make; some are refused, because what they delete is served or a slug is taken.
 */
async function changeSomething(pick: ReturnType<typeof createRandom>): Promise<Answered> {
  const { variables, variations } = await namesOf();
  const free = ['a', 'b', 'c', 'd'];
  const values = Object.fromEntries(
    variables.map((slug) => [slug, slug === 'checkout-enabled' ? true : 'x']),
  );
  const serve = () =>
    pick([
      { variation: pick(variations) },
      {
        split: [
          { variation: variations[0]!, weight: 30 },
          { variation: variations[1]!, weight: 70 },
        ],
      },
    ]);
  const rule = () => ({ name: pick(['x', 'y']), any_of: [], serve: serve() });
  const change = pick([
    () => api.put(`${staging}/targeting`, { enabled: pick([true, false]), rules: [rule(), rule()] }),
    () => api.patch(`${staging}/targeting`, { enabled: pick([true, false]) }),
    () => api.delete(`${staging}/targeting`),
    () => {
      const defaults = variables.map((slug) => [slug, pick([null, ...variations])]);
      return api.put(`${staging}/defaults`, Object.fromEntries(defaults));
    },
    () => api.put(`${staging}/overrides/${pick(['u', 'v', '__proto__'])}`, { variation: pick(variations) }),
    () => api.delete(`${staging}/overrides/${pick(['u', 'v', '__proto__'])}`),
    () => api.patch(`${checkout}/variations/${pick(variations)}`, { slug: pick(free) }),
    () => api.patch(`${checkout}/variables/${pick(variables)}`, { slug: pick(free) }),
    () => api.post(`${checkout}/variations`, { slug: pick(free), values }),
    () =>
      variations.length > 2 ? api.delete(`${checkout}/variations/${pick(variations)}`) : api.get(checkout),
    () => {
      const ofVariations = Object.fromEntries(variations.map((slug) => [slug, 'x']));
      return api.post(`${checkout}/variables`, { slug: pick(free), type: 'string', values: ofVariations });
    },
    () => {
      const others = variables.filter((slug) => slug !== 'checkout-enabled');
      return others.length > 1 ? api.delete(`${checkout}/variables/${pick(others)}`) : api.get(checkout);
    },
    () => api.post(`${checkout}/copy-environment`, { from: 'production', to: 'staging' }),
  ]);
  return change();
}

async function newestTime(): Promise<Date> {
  const { rows } = await app.pool.query<{ at: Date }>('SELECT max(created_at) AS at FROM audit_record');
  return rows[0]!.at;
}

/** Removes the defaults of deleted variables, which cannot be served. */
function withoutGone({ defaults, ...served }: Served, present: ReadonlySet<string>): Served {
  const kept = Object.entries(defaults).filter(([variable]) => present.has(variable));
  return { ...served, defaults: Object.fromEntries(kept) };
}

it.each([1, 2])(
  'any moment of a random history comes back as it was, or is a conflict (seed %d)',
  async (seed) => {
    const pick = createRandom(seed);
    const moments = new Map<number, Served>([[(await newestTime()).getTime(), await servedIds()]]);
    const outcomes = { restored: 0, conflicts: 0 };
    for (let step = 0; step < 60; step += 1) {
      await changeSomething(pick);
      moments.set((await newestTime()).getTime(), await servedIds());
      if (step % 3 !== 2) continue;
      const [time, then] = pick([...moments]);
      const before = await servedIds();
      const answer = await api.post(`${staging}/restore`, { at: new Date(time).toISOString() });
      const present = await presentIds();
      const expected = withoutGone(then, present);
      const named = JSON.stringify([expected.targeting, expected.defaults, expected.overrides]);
      const isGone = (named.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []).some((id) => !present.has(id));
      expect({ step, status: answer.status }).toEqual({ step, status: isGone ? 409 : 200 });
      expect(await servedIds()).toEqual(isGone ? before : expected);
      if (isGone) expect(answer.body.code).toBe('conflict');
      outcomes[isGone ? 'conflicts' : 'restored'] += 1;
      moments.set((await newestTime()).getTime(), await servedIds());
    }
    expect(outcomes.restored).toBeGreaterThan(5);
  },
);
