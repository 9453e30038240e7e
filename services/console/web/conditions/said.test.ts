import { expect, it } from '@jest/globals';
import { below } from './said.ts';

it('what is said of a part has paths that begin there', () => {
  const said = ['rules[1].any_of[0].all_of[2].values[0]', 'rules[10].name', 'rules[1]'].map((path) => ({
    path,
    message: 'no',
  }));
  expect(below(said, 'rules[1]').map(({ path }) => path)).toEqual(['any_of[0].all_of[2].values[0]', '']);
  expect(below(below(said, 'rules[1]'), 'any_of').map(({ path }) => path)).toEqual([
    '[0].all_of[2].values[0]',
  ]);
});
