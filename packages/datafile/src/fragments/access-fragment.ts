import type { Organisation, OrganisationStatus, Plan } from '@bunting/definitions/organisations';

/** The fragment of kind `access`, one per environment: its owner and its keys. Names as on the wire. */
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
  /** Of each key that is not revoked: SHA-256 of the lower-cased UUID, hexadecimal. */
  readonly key_hashes: readonly string[];
}

/** The organisation and project of an environment. */
export interface EnvironmentAccess {
  readonly organisation: Organisation;
  readonly project: { readonly id: string; readonly slug: string };
  readonly environment: { readonly id: string; readonly slug: string };
}

export function accessOf({ organisation, project, environment }: AccessFragment): EnvironmentAccess {
  const { id, slug, status, plan, mau_cap: mauCap } = organisation;
  return { organisation: { id, slug, status, plan, mauCap }, project, environment };
}
