/** Who may create an account: anybody, people with an invitation, or no one. */
export const signUpPolicies = ['open', 'invited', 'closed'] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];

/** Who may make organisations: anybody who is signed in, or staff alone. */
export const organisationPolicies = ['anyone', 'staff'] as const;
export type OrganisationPolicy = (typeof organisationPolicies)[number];

/** By default anybody may make organisations only where anybody may get an account. */
export function organisationPolicyOf(
  signUp: SignUpPolicy,
  given: OrganisationPolicy | undefined,
): OrganisationPolicy {
  return given ?? (signUp === 'open' ? 'anyone' : 'staff');
}
