import { expect, it } from '@jest/globals';
import { whoSaved } from './who-saved.ts';

it('who was faster is said with how many changes, and when', () => {
  const at = '2026-06-01T12:00:00Z';
  const said = (count: number, seconds: number) => {
    const changes = Array.from({ length: count }, () => ({ text: 'x' }));
    return whoSaved({ by: 'grace', at, changes }, new Date(Date.parse(at) + seconds * 1_000));
  };
  expect(said(3, 20)).toBe('grace saved 3 changes 20 s ago.');
  expect(said(1, 0)).toBe('grace saved 1 change just now.');
  expect(said(2, 300)).toBe('grace saved 2 changes 5 min ago.');
  expect(whoSaved(undefined)).toBe('This has changed since you started editing. Your changes are kept.');
});

it('a change may have several lines', () => {
  const at = '2026-06-01T12:00:00Z';
  const meanwhile = { by: 'Grace', at, count: 1, changes: [{ text: 'x' }, { text: 'y' }] };
  expect(whoSaved(meanwhile, new Date(at))).toBe('Grace saved 1 change just now.');
});

it('what was saved in this page is nobody else’s', () => {
  const at = '2026-06-01T12:00:00Z';
  const own = { by: 'ada', at, isOwn: true, changes: [{ text: 'x' }] };
  expect(whoSaved(own, new Date(at))).toBe('You saved 1 change just now.');
});

it('where several people saved, it is not all given to the last', () => {
  const at = '2026-06-01T12:00:00Z';
  const said = (others: string[], isOwn = false) =>
    whoSaved({ by: 'grace', at, isOwn, others, changes: [{ text: 'x' }, { text: 'y' }] }, new Date(at));
  expect(said(['ada'])).toBe('grace and ada saved 2 changes, the last by grace just now.');
  expect(said(['ada', 'bob'])).toBe('grace and 2 others saved 2 changes, the last by grace just now.');
  expect(said(['ada'], true)).toBe('You and ada saved 2 changes, the last by you just now.');
});

it('a line that says what is left out is no change', () => {
  const at = '2026-06-01T12:00:00Z';
  const changes = [
    { subject: 'checkout', text: 'x' },
    { subject: 'checkout', text: 'y' },
    { subject: '', text: 'and earlier changes' },
  ];
  expect(whoSaved({ by: 'grace', at, changes }, new Date(at))).toBe(
    'grace saved more than 2 changes just now.',
  );
});
