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
  expect(whoSaved(undefined)).toBe('This was saved meanwhile. Your changes are kept.');
});

it('what was saved in this page is nobody else’s', () => {
  const at = '2026-06-01T12:00:00Z';
  const own = { by: 'ada', at, isOwn: true, changes: [{ text: 'x' }] };
  expect(whoSaved(own, new Date(at))).toBe('You saved 1 change just now.');
});
