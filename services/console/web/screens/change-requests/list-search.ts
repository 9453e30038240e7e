import { oneOf, words } from '../../page/search.ts';

/** The search parameters of the list. Without a status it shows open requests. */
export const requestSearch = {
  waiting_for: oneOf('me'),
  status: oneOf('applied', 'closed', 'any'),
  stage: oneOf('conflicting', 'changes_requested', 'waiting', 'following', 'scheduled', 'ready'),
  ...words('environment', 'feature', 'author'),
};
