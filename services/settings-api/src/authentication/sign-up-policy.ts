/** Who may get an account: anybody, whoever is invited, nobody more. */
export const signUpPolicies = ['open', 'invited', 'closed'] as const;
export type SignUpPolicy = (typeof signUpPolicies)[number];
