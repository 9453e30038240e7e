import { expect, it } from '@jest/globals';
import { toFilter } from './model.ts';

it('days are those of the reader, and a slug of a part needs its project', () => {
  expect(
    toFilter({ from: '2026-11-22', to: '2026-11-22', change: 'c', feature: 'f', environment: 'e' }),
  ).toEqual({
    from: new Date(2026, 10, 22).toISOString(),
    to: new Date(2026, 10, 23).toISOString(),
    change_id: 'c',
  });
  expect(toFilter({ project: 'p', feature: 'f', environment: 'e', from: 'soon', text: 'x' })).toEqual({
    project: 'p',
    feature: 'f',
    environment: 'e',
    text: 'x',
  });
});
