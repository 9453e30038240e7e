import {
  anyOfSchema,
  featureStatuses,
  prerequisitesSchema,
  rulesSchema,
  variableTypes,
} from '@bunting/definitions';
import { approverRoles, exemptions } from '@bunting/definitions/approvals';
import { createShapeCheck, type Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { uuidPattern } from '@bunting/definitions/uuid';
import type { JsonValue, TargetingDefinition } from '@bunting/evaluator/definition';
import type { DescribedFeature, Members, Pins } from './snapshot.ts';

/** A record of the audit log. */
export interface AuditRecord {
  /** Noun and verb: `feature.updated`. */
  readonly action: string;
  /** The changed thing in words: `web/checkout in production`. */
  readonly subject: string;
  readonly environmentId: string | null;
  readonly featureId: string | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

interface States {
  readonly targeting: TargetingDefinition;
  readonly defaults: Pins;
  readonly overrides: Pins;
  readonly feature: DescribedFeature;
  readonly segment: Members;
  readonly environment: Members;
}

/** The states of a record by its noun; no noun = records of it are not undone. */
export type ParsedRecord =
  | { readonly noun: undefined }
  | {
      [Noun in keyof States]: {
        readonly noun: Noun;
        readonly before: States[Noun] | null;
        readonly after: States[Noun] | null;
      };
    }[keyof States];

const id = Type.Optional(Type.String({ pattern: uuidPattern }));
const text = Type.Optional(Type.String());
const texts = Type.Array(Type.String());
const flag = Type.Optional(Type.Boolean());
const pins = Type.Unsafe<Pins>({ type: 'object', additionalProperties: { type: ['string', 'null'] } });
const toEnum = (words: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: [...words] });

/** The members that undoing a record relies on. Records of older releases lack some, and those of later ones may have more. */
const schemas = {
  targeting: Type.Object({
    enabled: Type.Boolean(),
    prerequisites: Type.Optional(prerequisitesSchema),
    rules: rulesSchema,
  }),
  defaults: pins,
  overrides: pins,
  feature: Type.Object({
    slug: Type.String(),
    name: text,
    description: text,
    status: Type.Optional(toEnum(featureStatuses.filter((status) => status !== 'deleted'))),
    salt: text,
    tags: Type.Optional(texts),
    owners: Type.Optional(texts),
    links: Type.Optional(Type.Array(Type.Object({ url: Type.String() }))),
    variables: Type.Array(Type.Object({ id, slug: Type.String(), type: toEnum(variableTypes) })),
    variations: Type.Array(
      Type.Object({ id, slug: Type.String(), name: text, values: Type.Unsafe<object>({ type: 'object' }) }),
    ),
  }),
  segment: Type.Object({ id, slug: Type.String(), name: Type.String(), any_of: anyOfSchema }),
  environment: Type.Object({
    slug: text,
    name: text,
    protected: flag,
    required_approvals: Type.Optional(Type.Integer()),
    approvers: Type.Optional(toEnum(approverRoles)),
    without_approval: Type.Optional(toEnum(exemptions)),
    comment_required: flag,
    allowed_origins: Type.Optional(texts),
    require_signed_users: flag,
    datafile_personal_data: flag,
    position: Type.Optional(Type.Integer()),
  }),
};

const checks = new Map(Object.entries(schemas).map(([noun, schema]) => [noun, createShapeCheck(schema)]));

/** Returns the states of a record. Undefined: they do not have the form of their noun, because somebody has changed the row by hand. */
export function parseRecord({
  action,
  before,
  after,
}: Pick<AuditRecord, 'action' | 'before' | 'after'>): ParsedRecord | undefined {
  const noun = action.split('.')[0] ?? '';
  const check = checks.get(noun);
  if (check === undefined) return { noun: undefined };
  const isReadable = (state: JsonValue) =>
    state === null || (check(state) && (noun !== 'targeting' || hasWholeRules(state)));
  return isReadable(before) && isReadable(after)
    ? ({ noun, before, after } as unknown as ParsedRecord)
    : undefined;
}

/** Returns the reason why the change of such a record is not reverted. */
export function unreadableRecord({ action, subject }: Pick<AuditRecord, 'action' | 'subject'>): Problem {
  return { path: subject, message: `${action} was recorded in an unknown format` };
}

/** Members that may be left out of a rule that is sent are recorded. */
function hasWholeRules(targeting: JsonValue): boolean {
  const { rules } = targeting as { readonly rules: readonly object[] };
  return rules.every((rule) => 'name' in rule && 'enabled' in rule && 'any_of' in rule);
}
