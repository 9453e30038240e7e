import { HttpError } from '@bunting/service';

/** The errors of webhook endpoints and deliveries. */
export const webhookErrors = {
  secretUnreadable: new HttpError(
    409,
    'The signing secret was encrypted with a key that this installation no longer has. Rotate it.',
    { code: 'secret_unreadable' },
  ),
  tooManyEndpoints: (cap: number) =>
    new HttpError(
      409,
      `The organisation has reached its limit of ${cap} webhook endpoints. Delete one, or ask your administrator for more.`,
      { code: 'limit_reached' },
    ),
  tooManyTests: (retryAfterSeconds: number) =>
    new HttpError(429, `Too many test events. Try again in ${retryAfterSeconds} seconds.`, {
      code: 'rate_limit_exceeded',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  stillPending: new HttpError(409, 'This delivery is still pending and will be retried automatically.', {
    code: 'still_pending',
  }),
  testNotSent: new HttpError(
    503,
    "The webhook dispatcher isn't responding, so the test event wasn't sent. Try again shortly.",
    { code: 'test_not_sent', headers: { 'Retry-After': '5' } },
  ),
  testUnanswered: new HttpError(
    503,
    "The webhook dispatcher didn't report a result. The test event may have been sent.",
    { code: 'test_unanswered', headers: { 'Retry-After': '5' } },
  ),
  testEvent: new HttpError(409, "Test events can't be redelivered. Send another one.", {
    code: 'test_event',
  }),
};
