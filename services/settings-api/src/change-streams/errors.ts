import { errors, HttpError } from '@bunting/service';

/** Beyond the bounds on streams of changes. */
export const streamErrors = {
  tooMany: errors.tooManyStreams,
  tooManyOfOrganisation: errors.organisationShareExceeded('streams of changes of this process', {
    retryAfterSeconds: 60,
  }),
  tooManyOfPerson: new HttpError(429, 'You have as many streams of changes open as one person may have.', {
    code: 'too_many_streams',
    headers: { 'Retry-After': '60' },
  }),
};
