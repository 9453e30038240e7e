import type { ChangesMade, RecordedChange } from '@bunting/changes';
import type { Problem } from '@bunting/definitions/checks';
import type { JsonValue } from '@bunting/evaluator/definition';
import { settingsErrors } from '../framework/errors.ts';

/** A recorded difference that a change request is made of. */
export interface ProposedRecord {
  readonly action: string;
  readonly subject: string;
  readonly environmentId: string | null;
  readonly featureId: string | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** It goes with something that is deleted; lists of differences leave it out. */
  readonly isImplied?: true;
}

/** The ids of a feature's variables and variations by the slugs that its first record uses. */
export interface ProposedNames {
  readonly variables: Readonly<Record<string, string>>;
  readonly variations: Readonly<Record<string, string>>;
}

/** The contents of a change request, as they are stored. */
export interface Contents {
  readonly records: readonly ProposedRecord[];
  /** By the id of the feature. */
  readonly names: Readonly<Record<string, ProposedNames>>;
}

/** The contents of a change request, and what they alter. */
export interface Proposal extends Contents {
  readonly featureIds: readonly string[];
  /** The environments in which users get something else, or which are protected less or deleted. */
  readonly environmentIds: readonly string[];
}

const maxBytes = 1024 * 1024;

/** The nouns whose records can be merged. An environment that does not exist yet has nothing to merge with, and its keys are secrets. */
const mergeable = /^(?:targeting|defaults|overrides|feature|segment)\.|^environment\.(?:updated|deleted)$/;

/** Returns the recorded differences. Throws 400 where nothing differs, and for what cannot be merged later or is too much. */
export function toRecords({ recorded }: ChangesMade<unknown>): readonly ProposedRecord[] {
  if (recorded.length === 0) refuse('change nothing');
  const other = recorded.find(({ action }) => !mergeable.test(action));
  if (other !== undefined) refuse(`would make ${other.action} of ${other.subject}, which cannot be proposed`);
  const records = recorded.map(toRecord);
  if (Buffer.byteLength(JSON.stringify(records)) > maxBytes) {
    refuse(
      `would record more than ${maxBytes / 1024 / 1024} MiB of differences: propose them in parts`,
      'limit',
    );
  }
  return records;
}

/** Returns the ids of the environments that the change alters: what they serve, or how they are protected. */
export function getAlteredEnvironments(made: ChangesMade<unknown>): readonly string[] {
  const { recorded, touches, approvalRequired = [] } = made;
  const lowered = recorded.flatMap((record) => (isLowered(record) ? (record.environmentId ?? []) : []));
  const guarded = approvalRequired.map(({ id }) => id);
  return [...new Set([...(touches?.environmentIds ?? []), ...guarded, ...lowered])];
}

function isLowered({ action, before, after }: RecordedChange): boolean {
  if (action === 'environment.deleted') return true;
  if (action !== 'environment.updated') return false;
  const [was, is] = [before, after] as unknown as { readonly protected: boolean }[];
  return was!.protected && !is!.protected;
}

function toRecord({ action, subject, environmentId, featureId, before, after, isImplied }: RecordedChange) {
  return {
    action,
    subject,
    environmentId: environmentId ?? null,
    featureId: featureId ?? null,
    before,
    after,
    ...(isImplied === true && { isImplied }),
  };
}

function refuse(message: string, code?: Problem['code']): never {
  throw settingsErrors.invalid([{ path: 'changes', message, ...(code && { code }) }]);
}
