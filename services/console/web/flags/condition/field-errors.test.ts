import { expect, it } from '@jest/globals';
import { ApiError } from '../../api/api-error.ts';
import { errorsUnder, getFieldPaths, createFieldProps } from './field-errors.ts';

it('errors under a path have paths that begin there', () => {
  const errors = ['rules[1].any_of[0].all_of[2].values[0]', 'rules[10].name', 'rules[1]'].map((path) => ({
    path,
    message: 'no',
  }));
  expect(errorsUnder(errors, 'rules[1]').map(({ path }) => path)).toEqual([
    'any_of[0].all_of[2].values[0]',
    '',
  ]);
  expect(errorsUnder(errorsUnder(errors, 'rules[1]'), 'any_of').map(({ path }) => path)).toEqual([
    '[0].all_of[2].values[0]',
  ]);
});

it('a field with errors is invalid, and described by their lines', () => {
  const errors = [
    { path: 'serve.split[1].weight', message: 'no' },
    { path: 'serve.bucket_by[0]', message: 'no' },
    { path: 'serve', message: 'no' },
  ];
  const fieldProps = createFieldProps(errors, 'r');
  expect(fieldProps('serve.bucket_by')).toEqual({ 'aria-invalid': true, 'aria-describedby': 'r-error-1' });
  expect(fieldProps('serve', 'serve.variation')).toEqual({
    'aria-invalid': true,
    'aria-describedby': 'r-error-2',
  });
  expect(fieldProps('serve.split[1].weight')['aria-describedby']).toBe('r-error-0');
  expect(fieldProps('serve.split[0].weight')).toEqual({});
});

it('errors that no field shows are left for the save bar', () => {
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
  expect(getFieldPaths(new ApiError('No.', { status: 400, details }))).toEqual(fields);
});
