import { expect, it } from '@jest/globals';
import { getView, listActiveFilters, toFilter, toSearch } from './list-model.ts';

it('the list shows open requests, unless the address says otherwise', () => {
  expect(getView({})).toBe('open');
  expect(toFilter({})).toEqual({ status: 'open' });
  expect(toFilter({ status: 'any', author: 'ada@acme.example' })).toEqual({ author: 'ada@acme.example' });
});

it('what waits for the user is a view of open requests', () => {
  const search = toSearch('waiting');
  expect(getView(search)).toBe('waiting');
  expect(toFilter(search)).toEqual({ waiting_for: 'me', status: 'open' });
});

it('a view of applied or closed requests drops the stage, which they do not have', () => {
  expect({ stage: 'waiting', ...toSearch('applied') }).toEqual({
    status: 'applied',
    stage: undefined,
    waiting_for: undefined,
  });
});

it('filters have chips with names', () => {
  const search = { stage: 'following', environment: 'production', feature: 'checkout' } as const;
  const labels = listActiveFilters(search, [{ slug: 'production', name: 'Production' }]).map(
    ({ label }) => label,
  );
  expect(labels).toEqual(['Stage: Follows another request', 'Environment: Production', 'Feature: checkout']);
});
