import { asApiError, isUnavailable } from '../../api/api-error.ts';

/** Returns the address to open after signing in. Addresses outside this console are ignored. */
export function safeReturn(given: string | undefined): string {
  const isOurs =
    given !== undefined &&
    /^\/(?![/\\])[^\\]*$/.test(given) &&
    !/^\/(sign-in|sign-up|settings)\b/.test(given);
  return isOurs ? given : '/';
}

const problems: Readonly<Record<string, string>> = {
  oidc_failed: 'The identity provider did not sign you in, or it took too long. Start again.',
  oidc_unavailable: 'Can’t reach the identity provider. Try again in a moment.',
  email_not_verified: 'Your e-mail address is not verified. Verify it with your identity provider first.',
  sign_up_closed: 'No account with your e-mail address. Ask an admin of your organisation for an invitation.',
};

/** Sentences that say how to get an account where sign-up is off. */
export const askWhom = {
  invited: 'New here? Ask an admin of your organisation for an invitation.',
  closed: 'New here? Ask your administrator for an account.',
} as const;

/** Returns the text for the parameter `problem`, with which the provider sends people back. */
export function problemSentence(code: string): string {
  return problems[code] ?? 'The identity provider did not sign you in. Try again.';
}

/** Returns why an attempt failed. A check that was not possible does not say that the input is wrong. */
export function getAttemptError(error: Error, subject: string): string {
  return asApiError(error) === undefined || isUnavailable(error)
    ? `${subject} can’t be checked right now. Try again in a moment.`
    : error.message;
}
