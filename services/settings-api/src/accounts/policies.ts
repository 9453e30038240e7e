/** The people who may create an account: anybody, people with an invitation, or no one. */
export const signUpPolicies = ['open', 'invited', 'closed'] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];

/** The people who may create organisations: anybody who is signed in, or only staff. */
export const organisationPolicies = ['anyone', 'staff'] as const;
export type OrganisationPolicy = (typeof organisationPolicies)[number];

/** Returns the policy. By default anybody may create organisations only if anybody may get an account. */
export function chooseOrganisationPolicy(
  signUp: SignUpPolicy,
  given: OrganisationPolicy | undefined,
): OrganisationPolicy {
  return given ?? (signUp === 'open' ? 'anyone' : 'staff');
}
