import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createTraceSigner, createTraceVerifier } from './trace.ts';

const environmentId = '0193a5c0-0000-7000-8000-00000000e0e0';
const variableId = '0193a5c0-0000-7000-9111-00000000abcd';
const variationId = '0193a5c0-0000-7000-a222-0000000012ef';
const subject = { environmentId, variableId, variationId };
const noon = Date.parse('2026-11-21T12:00:00Z');

function signerAt(time: number, secret = 'a secret') {
  return createTraceSigner({ secret, now: () => time });
}
function verifierAt(time: number, ...secrets: string[]) {
  return createTraceVerifier({ secrets: secrets.length > 0 ? secrets : ['a secret'], now: () => time });
}
const token = signerAt(noon).sign(environmentId, variableId, variationId);

describe('the evaluation trace', () => {
  it('is URL-safe and at most 200 characters long', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{107}$/);
  });

  it('is an HMAC-SHA256 over its first 48 bytes', () => {
    const bytes = Buffer.from(token, 'base64url');
    const mac = createHmac('sha256', 'a secret').update(bytes.subarray(0, 48)).digest('hex');
    expect(bytes.subarray(48).toString('hex')).toBe(mac);
  });

  it('verifies for its environment, variable and variation, and returns id and expiry', () => {
    expect(verifierAt(noon).verify(token, subject)).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      expiresAt: new Date(noon + 300_000),
    });
  });

  it('has another id each time', () => {
    const signer = signerAt(noon);
    const ids = Array.from({ length: 3000 }, () => {
      const trace = verifierAt(noon).verify(signer.sign(environmentId, variableId, variationId), subject);
      return trace?.id;
    });
    expect(new Set(ids).size).toBe(3000);
  });

  it('is the same whether signed alone or together with others', () => {
    const subjects = Array.from({ length: 250 }, (_, n) => ({
      variableId: variableId.slice(0, -3) + String(n).padStart(3, '0'),
      variationId: variationId.slice(0, -3) + String(n).padStart(3, '0'),
    }));
    const tokens = signerAt(noon).signAll(environmentId, subjects);
    expect(tokens).toHaveLength(250);
    const ids = subjects.map((served, n) => {
      expect(tokens[n]).toMatch(/^[A-Za-z0-9_-]{107}$/);
      return verifierAt(noon).verify(tokens[n], { environmentId, ...served })?.id;
    });
    expect(ids).not.toContain(undefined);
    expect(new Set(ids).size).toBe(250);
    expect(signerAt(noon).signAll(environmentId, [])).toEqual([]);
  });

  it('verifies until just before five minutes have passed', () => {
    expect(verifierAt(noon + 299_999).verify(token, subject)).toBeDefined();
  });

  it('does not verify after five minutes', () => {
    expect(verifierAt(noon + 300_000).verify(token, subject)).toBeUndefined();
  });

  it.each(['environmentId', 'variableId', 'variationId'] as const)(
    'does not verify for another %s',
    (member) => {
      const other = { ...subject, [member]: '0193a5c0-0000-7000-8000-000000000bad' };
      expect(verifierAt(noon).verify(token, other)).toBeUndefined();
    },
  );

  it('does not verify under another secret', () => {
    expect(verifierAt(noon, 'another secret').verify(token, subject)).toBeUndefined();
  });

  it('verifies under the previous secret while it is given', () => {
    expect(verifierAt(noon, 'the new secret', 'a secret').verify(token, subject)).toBeDefined();
  });

  it('accepts identifiers in either case', () => {
    const upper = { ...subject, variableId: variableId.toUpperCase() };
    expect(verifierAt(noon).verify(token, upper)).toBeDefined();
  });

  it('does not verify when any one character is changed', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const verifier = verifierAt(noon);
    for (let at = 0; at < token.length; at++) {
      for (const character of alphabet) {
        if (character === token[at]) continue;
        const forged = token.slice(0, at) + character + token.slice(at + 1);
        expect(verifier.verify(forged, subject)).toBeUndefined();
      }
    }
  });

  it('ignores any other value as a token', () => {
    const verifier = verifierAt(noon);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(verifier.verify(value, subject)).toBeUndefined();
      }),
    );
  });

  it('refuses an empty secret', () => {
    expect(() => signerAt(noon, '')).toThrow(RangeError);
  });
});
