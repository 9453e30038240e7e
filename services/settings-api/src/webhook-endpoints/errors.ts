import { HttpError } from '@bunting/service';

/** The errors of webhook endpoints and deliveries. */
export const webhookErrors = {
  secretUnreadable: new HttpError(
    409,
    'The signing secret was sealed with a key that this installation no longer has: rotate it.',
    { code: 'secret_unreadable' },
  ),
  tooManyEndpoints: (cap: number) =>
    new HttpError(
      409,
      `This organisation has ${cap} webhook endpoints, which is the most it may have: delete one, or ask those who run this installation for more.`,
      { code: 'limit_reached' },
    ),
  tooManyTests: (retryAfterSeconds: number) =>
    new HttpError(429, `Too many test events: send another one in ${retryAfterSeconds} seconds.`, {
      code: 'rate_limit_exceeded',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  stillPending: new HttpError(409, 'This delivery is still under way, and is attempted again by itself.', {
    code: 'still_pending',
  }),
  testNotSent: new HttpError(
    503,
    'The webhook dispatcher does not answer: the test event was not sent. Try again shortly.',
    { code: 'test_not_sent', headers: { 'Retry-After': '5' } },
  ),
  testUnanswered: new HttpError(
    503,
    'The webhook dispatcher did not say what came of the test event, which may have been sent.',
    { code: 'test_unanswered', headers: { 'Retry-After': '5' } },
  ),
  testEvent: new HttpError(409, 'This was a test event: send another one.', { code: 'test_event' }),
};
