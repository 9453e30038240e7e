import { bucketingProperties, type Property } from './definition.ts';

/** The index of a property in a context's `slots`. Custom properties are in `custom_data` instead. */
export const slotOf = {
  user_id: 0,
  email: 1,
  organisation_id: 2,
  ip_address: 3,
  app_version: 4,
  platform: 5,
  country: 6,
  audience: 7,
} as const satisfies Partial<Record<Property, number>>;

export const customSlot = -1;

/** One attribute of a user, as conditions and bucketing keys name it. */
export interface Attribute {
  readonly slot: number;
  /** The own property of `custom_data`; '' for every other attribute. */
  readonly customKey: string;
  /** True if every object inherits a member of that name, such as `constructor`. */
  readonly isInheritable: boolean;
}

/** One shared object per attribute. */
const builtIn: ReadonlyMap<string, Attribute> = new Map(
  Object.entries(slotOf).map(([property, slot]) => [property, { slot, customKey: '', isInheritable: false }]),
);

/** Returns the attribute of a condition. `custom` needs a key; a segment is no attribute. */
export function parseAttribute(property: unknown, customKey: unknown): Attribute | undefined {
  if (property !== 'custom') return builtIn.get(property as string);
  if (typeof customKey !== 'string') return undefined;
  return { slot: customSlot, customKey, isInheritable: customKey in Object.prototype };
}

const bucketing: ReadonlySet<string> = new Set(bucketingProperties);

/** Returns the attribute of an entry of `bucket_by`: `custom.<key>`, or a property that is a string. */
export function parseBucketingAttribute(name: unknown): Attribute | undefined {
  if (typeof name !== 'string') return undefined;
  if (name.startsWith('custom.')) return parseAttribute('custom', name.slice('custom.'.length));
  return bucketing.has(name) ? builtIn.get(name) : undefined;
}

/**
 * Returns whether the attribute always compares case-insensitively, as e-mail addresses and countries do (decisions
 * §1.2).
 */
export function alwaysFoldsCase(attribute: Attribute): boolean {
  return attribute.slot === slotOf.email || attribute.slot === slotOf.country;
}
