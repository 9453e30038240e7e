/** Who may get an account: anybody, whoever is invited, nobody more. */
export const signUpPolicies = ['open', 'invited', 'closed'] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];

/** Who may make organisations: anybody who is signed in, or staff alone. */
export const organisationPolicies = ['anyone', 'staff'] as const;
export type OrganisationPolicy = (typeof organisationPolicies)[number];

/** Where accounts are for the invited, so are organisations, unless somebody says otherwise. */
export function organisationPolicyOf(
  signUp: SignUpPolicy,
  given: OrganisationPolicy | undefined,
): OrganisationPolicy {
  return given ?? (signUp === 'open' ? 'anyone' : 'staff');
}
