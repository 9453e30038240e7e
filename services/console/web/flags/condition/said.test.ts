import { expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.ts';
import { below, fieldsOf, marker } from './said.ts';

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

it('a field is marked with what is said of it, and read with its lines', () => {
  const said = [
    { path: 'serve.split[1].weight', message: 'no' },
    { path: 'serve.bucket_by[0]', message: 'no' },
    { path: 'serve', message: 'no' },
  ];
  const mark = marker(said, 'r');
  expect(mark('serve.bucket_by')).toEqual({ 'aria-invalid': true, 'aria-describedby': 'r-said-1' });
  expect(mark('serve', 'serve.variation')).toEqual({ 'aria-invalid': true, 'aria-describedby': 'r-said-2' });
  expect(mark('serve.split[1].weight')['aria-describedby']).toBe('r-said-0');
  expect(mark('serve.split[0].weight')).toEqual({});
});

it('what no field is marked with is left for the save bar', () => {
  const fields = [
    'name',
    'any_of[0].all_of[1].values[2]',
    'targeting.rules[3].any_of[0].all_of[1].operator',
    'targeting.rules[3].serve.split[0].weight',
    'targeting.rules[3].rollout.stages[1].at',
    'defaults["a.b"]',
  ];
  const rest = ['', 'any_of', 'targeting.rules', 'targeting.rules[3]', 'targeting.rules[3].salt'];
  const details = [...rest, ...fields].map((path) => ({ path, message: 'no' }));
  expect(fieldsOf(new ApiError('No.', { status: 400, details }))).toEqual(fields);
});
