import { describe, expect, it } from '@jest/globals';
import { shownAddress, withShownAddress } from './shown-address.ts';

describe('what viewers see of an address', () => {
  it.each([
    ['https://hooks.acme.example/services/T000/B000/secret', 'https://hooks.acme.example/services/…'],
    ['https://hooks.acme.example:8443/in?token=secret', 'https://hooks.acme.example:8443/in/…'],
    ['https://hooks.acme.example/?token=secret', 'https://hooks.acme.example/…'],
    ['https://hooks.acme.example/in#secret', 'https://hooks.acme.example/in/…'],
    ['https://hooks.acme.example/in', 'https://hooks.acme.example/in'],
    ['https://hooks.acme.example', 'https://hooks.acme.example/'],
    ['no address: secret', '…'],
  ])('of %s is %s', (url, shown) => {
    expect(shownAddress(url)).toBe(shown);
  });

  it('is the same in records of the audit log, and nothing else of them is touched', () => {
    const url = 'https://hooks.acme.example/in/secret';
    const record = {
      action: 'webhook_endpoint.updated',
      subject: url,
      before: null,
      after: { url, enabled: true },
    };
    const shown = 'https://hooks.acme.example/in/…';
    expect(withShownAddress(record)).toEqual({
      ...record,
      subject: shown,
      after: { url: shown, enabled: true },
    });
    const other = { ...record, action: 'feature.updated' };
    expect(withShownAddress(other)).toBe(other);
  });
});
