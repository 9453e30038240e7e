import { oneOf, words } from '../../page/search.ts';

/** The search parameters of the list. Others are ignored. */
export const listSearch = {
  ...words('text', 'status', 'env', 'tag', 'owner'),
  state: oneOf('none', 'off', 'on'),
  code: oneOf('none'),
  sort: oneOf('name', '-name', '-slug', 'updated', '-updated', 'evaluated', '-evaluated'),
  view: oneOf('advice'),
  verdict: oneOf('delete', 'archive', 'remove_code', 'finish', 'keep'),
};
