import { oneOf, words } from '../../page/search.ts';

/** What the address of the list may say; what else it says is left out. */
export const listSearch = {
  ...words('text', 'status', 'env', 'tag', 'owner'),
  state: oneOf('none', 'off', 'on'),
  code: oneOf('none'),
  sort: oneOf('name', '-name', '-slug', 'updated', '-updated', 'evaluated', '-evaluated'),
  view: oneOf('advice'),
  verdict: oneOf('delete', 'archive', 'remove_code', 'finish', 'keep'),
};
