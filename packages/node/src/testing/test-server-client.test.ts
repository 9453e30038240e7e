import { describe, expect, it } from '@jest/globals';
import { createTestServerClient } from './test-server-client.ts';

const user = { id: 'user-7' };

describe('a test client', () => {
  it('has the values that it was given; others are fallbacks', async () => {
    const flags = createTestServerClient({ 'checkout-layout': 'one-page' });
    expect(await flags.value('Checkout-Layout', 'classic', user)).toBe('one-page');
    expect(await flags.details('checkout-layout', 7, user)).toMatchObject({
      value: 7,
      error: 'type_mismatch',
    });
    expect(await flags.details('other', true, user)).toMatchObject({ value: true, error: 'not_found' });
    expect(await flags.values(['checkout-layout', 'other'], user)).toEqual({
      'checkout-layout': 'one-page',
      other: null,
    });
    flags.set({ other: false });
    expect(await flags.value('other', true, user)).toBe(false);
  });

  it('has values by user', async () => {
    const flags = createTestServerClient((key, given) => (given?.id === 'user-7' ? key : undefined));
    expect(await flags.forUser(user).value('a', 'x')).toBe('a');
    expect(await flags.value('a', 'x', { id: 'another' })).toBe('x');
  });

  it('has evaluations for a page', async () => {
    const flags = createTestServerClient({ a: 1 });
    expect(await flags.evaluations(user)).toMatchObject({ results: { a: { key: 'a', value: 1 } } });
  });

  it('keeps what was tracked, until it is closed', async () => {
    const flags = createTestServerClient();
    flags.track('purchase', user, { value: 7 });
    expect(await flags.flush()).toBe(true);
    await flags.close();
    flags.track('purchase', user);
    expect(flags.tracked).toEqual([{ event: 'purchase', user, value: 7 }]);
    expect(await flags.value('a', 'x', user)).toBe('x');
  });
});
