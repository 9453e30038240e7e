import { HttpError } from '@bunting/http';

/** What cannot be done with an endpoint or a delivery as it is now. */
export const webhookErrors = {
  secretUnreadable: new HttpError(
    409,
    'The signing secret was sealed with a key that this installation no longer has: rotate it.',
    { code: 'secret_unreadable' },
  ),
  stillPending: new HttpError(409, 'This delivery is still under way, and is attempted again by itself.', {
    code: 'still_pending',
  }),
  testEvent: new HttpError(409, 'This was a test event: send another one.', { code: 'test_event' }),
};
