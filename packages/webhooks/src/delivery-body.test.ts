import { describe, expect, it } from '@jest/globals';
import { deliveryBody } from './delivery-body.ts';

describe('a delivery’s body', () => {
  const created = new Date('2026-11-21T09:30:00.120Z');

  it('is the envelope in the order of the contract, its time with a numeric offset', () => {
    const data = { member: { email: 'ada@acme.example', role: 'admin' }, actor: 'grace@acme.example' };
    expect(deliveryBody({ id: 'd', type: 'member.joined', created, organisation: 'acme', data })).toBe(
      '{"id":"d","type":"member.joined","created":"2026-11-21T09:30:00.120+00:00","organisation":"acme",' +
        '"data":{"member":{"email":"ada@acme.example","role":"admin"},"actor":"grace@acme.example"}}',
    );
  });

  it('is text that survives as UTF-8 and in the database, whatever names consist of', () => {
    const data = { feature: { name: 'half \uD83C, nothing \u0000, all 🎌' } };
    const body = deliveryBody({ id: 'd', type: 'feature.updated', created, organisation: 'acme', data });
    expect(body).not.toContain('\u0000');
    expect(Buffer.from(body, 'utf8').toString('utf8')).toBe(body);
    expect(JSON.parse(body)).toMatchObject({ data });
  });
});
