import { anyOfSchema, rulesSchema, variableTypes } from '@bunting/definitions';
import { createShapeCheck, type Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { uuidPattern } from '@bunting/definitions/uuid';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { TSchema } from 'typebox';
import { visibleStatuses } from '../features/representation.ts';
import { nullable, stringEnum } from '../framework/schemas.ts';

const id = Type.Optional(Type.String({ pattern: uuidPattern }));
const texts = Type.Array(Type.String());
const pins = Type.Unsafe<Readonly<Record<string, string | null>>>({
  type: 'object',
  additionalProperties: { type: ['string', 'null'] },
});

/** What going back in time relies on. Records of older releases lack members, and those of later ones may have more. */
const schemas = {
  targeting: Type.Object({ enabled: Type.Boolean(), rules: rulesSchema }),
  defaults: pins,
  overrides: pins,
  feature: Type.Object({
    slug: Type.String(),
    name: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    status: Type.Optional(stringEnum(visibleStatuses)),
    salt: Type.Optional(Type.String()),
    tags: Type.Optional(texts),
    owners: Type.Optional(texts),
    links: Type.Optional(Type.Array(Type.Object({ url: Type.String() }))),
    variables: Type.Array(Type.Object({ id, slug: Type.String(), type: stringEnum(variableTypes) })),
    variations: Type.Array(
      Type.Object({
        id,
        slug: Type.String(),
        name: Type.Optional(Type.String()),
        values: Type.Unsafe<object>({ type: 'object' }),
      }),
    ),
  }),
  segment: Type.Object({ id, slug: Type.String(), name: Type.String(), any_of: anyOfSchema }),
  environment: Type.Object({
    slug: Type.Optional(Type.String()),
    name: Type.Optional(Type.String()),
    protected: Type.Optional(Type.Boolean()),
    allowed_origins: Type.Optional(texts),
    require_signed_users: Type.Optional(Type.Boolean()),
    datafile_personal_data: Type.Optional(Type.Boolean()),
    position: Type.Optional(Type.Integer()),
  }),
} satisfies Record<string, TSchema>;

const checks: ReadonlyMap<string, ReturnType<typeof createShapeCheck>> = new Map(
  Object.entries(schemas).map(([noun, schema]): [string, ReturnType<typeof createShapeCheck>] => [
    noun,
    createShapeCheck(nullable(schema as TSchema)),
  ]),
);

/**
 * Whether the states of a record have the form of their noun, so that they can be merged and written. Somebody may have changed the row by hand. Of
 * nouns that nobody goes back through, every form is understood.
 */
export function isUnderstood(record: {
  readonly action: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}): boolean {
  const [noun = ''] = record.action.split('.');
  const check = checks.get(noun);
  if (check === undefined) return true;
  return [record.before, record.after].every(
    (state) => check(state) && (noun !== 'targeting' || isWhole(state)),
  );
}

/** The reason why a change is not reverted. */
export function strangeRecord({
  action,
  subject,
}: {
  readonly action: string;
  readonly subject: string;
}): Problem {
  return { path: subject, message: `${action} was recorded in an unknown format` };
}

/** Every rule has the members that may be left out where somebody sends it. */
function isWhole(targeting: unknown): boolean {
  const { rules = [] } = (targeting ?? {}) as { readonly rules?: readonly object[] };
  return rules.every((rule) => 'name' in rule && 'enabled' in rule && 'any_of' in rule);
}
