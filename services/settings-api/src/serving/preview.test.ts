import { afterEach, expect, it, jest } from '@jest/globals';
import { previewUsers } from './preview.ts';

afterEach(() => void jest.restoreAllMocks());

it('lets others take their turn after every five milliseconds of counting', async () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 1)); // each user takes one
  let turns = 0;
  let others = setImmediate(function takeTurn() {
    turns += 1;
    others = setImmediate(takeTurn);
  });
  const users = Array.from({ length: 600 }, (_, index) => ({ id: `u${index}` }));
  await previewUsers({ before: [], after: [] }, 'checkout', users, Date.UTC(2026, 0));
  clearImmediate(others);
  expect(turns).toBeGreaterThan(80);
});
