import { asApiError, isUnavailable } from '../../api/api-error.ts';

/** Where to go after signing in: an address of this console, and nothing that leads elsewhere. */
export function safeReturn(given: string | undefined): string {
  const isOurs =
    given !== undefined &&
    /^\/(?![/\\])[^\\]*$/.test(given) &&
    !/^\/(sign-in|sign-up|settings)\b/.test(given);
  return isOurs ? given : '/';
}

const problems: Readonly<Record<string, string>> = {
  oidc_failed: 'The provider did not sign you in, or it took too long. Begin again.',
  oidc_unavailable: 'The provider cannot be reached now. Try again in a moment.',
  email_not_verified:
    'The provider does not say that your e-mail address is verified. Verify it there first.',
  sign_up_closed:
    'There is no account here with your address. Ask an admin of your organisation for an invitation, or the people who run this installation.',
};

/** Whom to ask who has no account, where people cannot make one. */
export const askWhom = {
  invited: 'No account yet? Ask an admin of your organisation for an invitation.',
  closed: 'No account yet? Ask the people who run this installation.',
} as const;

/** Why signing in at the provider did not succeed: `problem` of the address it came back to. */
export function problemSentence(code: string): string {
  return problems[code] ?? 'Signing in at the provider did not succeed. Try again.';
}

/** Returns why an attempt failed. A check that was not possible does not say that the input is wrong. */
export function getAttemptError(error: Error, subject: string): string {
  return asApiError(error) === undefined || isUnavailable(error)
    ? `${subject} cannot be checked now. What you have typed stays; try again in a moment.`
    : error.message;
}
