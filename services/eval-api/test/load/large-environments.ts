import type { createPool } from '@bunting/database';
import { createFeature, createOrganisation } from '@bunting/testing/fixtures';

type Pool = ReturnType<typeof createPool>;

const keyOf = (number: number) => `1a46e000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** The keys of the environments of one organisation, and that of another organisation. */
export const largeKeys = Array.from({ length: 30 }, (_, number) => keyOf(number));
export const smallKey = keyOf(999);

const environmentOf = (key: string) => ({ slug: `e${key.slice(-4)}`, name: key, api_keys: [key] });

/** Thirty environments in three projects, and one of somebody else. `fillEnvironments` makes them large. */
export const largeOrganisations = {
  organisations: [
    createOrganisation('large', keyOf(998), [], {
      projects: [0, 1, 2].map((project) => ({
        slug: `p${project}`,
        name: `P${project}`,
        environments: largeKeys.slice(project * 10, project * 10 + 10).map(environmentOf),
        features: [createFeature(`plain-${project}`, { environments: {} })],
      })),
    }),
    createOrganisation('small', smallKey, [createFeature('plain')]),
  ],
};

const many = <Entry>(count: number, entry: (number: number) => Entry) =>
  Array.from({ length: count }, (_, number) => entry(number));
const uuid = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;

/** Returns a feature as it is stored, with the variable of the same name; `@` is replaced by the environment. */
function storedFeature(number: number, values: readonly string[], overrides: object): object {
  const slug = `f${number}`;
  return {
    id: uuid(number),
    slug,
    status: 'live',
    salt: 'a1b2c3d4',
    variables: [{ id: uuid(1_000 + number), slug, default_variation: 'v0' }],
    variations: values.map((value, index) => ({
      id: uuid(10_000 + 100 * number + index),
      slug: `v${index}`,
      values: [value],
    })),
    targeting: { enabled: true, rules: [] },
    overrides,
  };
}

/** Long texts, which take as much memory as they have characters; overrides and addresses, which take several times as much. */
const documents: readonly { readonly kind: string; readonly document: object }[] = [
  ...many(4, (number) => ({
    kind: 'feature',
    document: storedFeature(number, ['@', ...many(16, (n) => `@ ${n} ${'text '.repeat(12_000)}`)], {}),
  })),
  ...many(3, (number) => {
    const overrides = Object.fromEntries(many(10_000, (n) => [`@-user-${n}`, 'v1']));
    return { kind: 'feature', document: storedFeature(100 + number, ['off', 'on'], overrides) };
  }),
  ...many(3, (number) => ({
    kind: 'segment',
    document: {
      id: uuid(number),
      slug: `s${number}`,
      any_of: [
        {
          all_of: [
            { property: 'email', operator: 'is', values: many(10_000, (n) => `${n}-${number}@@.example`) },
          ],
        },
      ],
    },
  })),
];

/** Stores the documents in all environments of the organisation `large`, past all checks. */
export async function fillEnvironments(pool: Pool): Promise<void> {
  for (const { kind, document } of documents) {
    await pool.query(
      `INSERT INTO datafile_fragment (environment_id, kind, entity_id, version, document, written_at)
       SELECT environment.id, $1, gen_random_uuid(), environment.version, replace($2, '@', environment.slug)::json, now()
       FROM environment JOIN project ON project.id = project_id JOIN organisation ON organisation.id = organisation_id
       WHERE organisation.slug = 'large'`,
      [kind, JSON.stringify(document)],
    );
  }
}

/** Returns the value of `f0` in that environment. */
export const valueIn = (key: string): string => `e${key.slice(-4)}`;
