import type { KeyKind } from '@bunting/definitions';
import type { Organisation, OrganisationStatus, Plan } from '@bunting/definitions/organisations';

/**
 * The fragment of kind `access`, one per environment: its owner and its keys. Names as on the wire. The optional members are absent
 * where a release before them wrote it; evaluators of that release ignore them.
 */
export interface AccessFragment {
  readonly organisation: {
    readonly id: string;
    readonly slug: string;
    readonly status: OrganisationStatus;
    readonly plan: Plan;
    /** Monthly active users; null = the plan's cap. */
    readonly mau_cap: number | null;
  };
  readonly project: { readonly id: string; readonly slug: string };
  readonly environment: { readonly id: string; readonly slug: string };
  /** `hashKey` of each key that is not revoked and evaluates all variables: server keys and datafile keys. */
  readonly key_hashes: readonly string[];
  /** Hashes of the client keys that are not revoked. */
  readonly client_key_hashes?: readonly string[];
  /** The hashes of datafile keys among `key_hashes`. */
  readonly datafile_key_hashes?: readonly string[];
  /** Origins whose pages may use client keys; absent = all. */
  readonly allowed_origins?: readonly string[];
  /** The signing of users by requests with a client key; null or absent = not required. */
  readonly signed_users?: SignedUsersFragment | null;
  /** Absent = true. */
  readonly datafile_personal_data?: boolean;
}

export interface SignedUsersFragment {
  /** Sealed: the current one and the previous one, each of which verifies. Empty = none was made, so nobody can sign. */
  readonly secrets: readonly { readonly text: string; readonly key_id: string | null }[];
}

/** The organisation and project of an environment, and how its client keys and datafile keys may be used. */
export interface EnvironmentAccess {
  readonly organisation: Organisation;
  readonly project: { readonly id: string; readonly slug: string };
  readonly environment: { readonly id: string; readonly slug: string };
  readonly allowedOrigins: readonly string[];
  /** Absent = requests with a client key need not sign their users. */
  readonly signedUsers: SignedUsers | undefined;
  readonly datafilePersonalData: boolean;
}

/** The signing of users by requests with a client key. */
export interface SignedUsers {
  /** Sealed for the environment; each verifies. */
  readonly secrets: readonly { readonly text: string; readonly keyId: string | null }[];
}

const allOrigins = ['*'];

export function toAccess(fragment: AccessFragment): EnvironmentAccess {
  const { organisation, project, environment, signed_users: signed } = fragment;
  const { id, slug, status, plan, mau_cap: mauCap } = organisation;
  return {
    organisation: { id, slug, status, plan, mauCap },
    project,
    environment,
    allowedOrigins: fragment.allowed_origins ?? allOrigins,
    signedUsers: signed
      ? { secrets: signed.secrets.map(({ text, key_id: keyId }) => ({ text, keyId })) }
      : undefined,
    datafilePersonalData: fragment.datafile_personal_data ?? true,
  };
}

/** Returns the kind of each key of the environment, by its hash. */
export function getKeyKinds(fragment: AccessFragment): ReadonlyMap<string, KeyKind> {
  const kinds = new Map<string, KeyKind>();
  for (const hash of fragment.key_hashes) kinds.set(hash, 'server');
  for (const hash of fragment.datafile_key_hashes ?? []) kinds.set(hash, 'datafile');
  for (const hash of fragment.client_key_hashes ?? []) kinds.set(hash, 'client');
  return kinds;
}
