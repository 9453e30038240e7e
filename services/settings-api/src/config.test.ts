import { describe, expect, it } from '@jest/globals';
import { readSettingsApiConfig } from './config.ts';

const least = {
  DATABASE_URL: 'postgresql://localhost/bunting',
  REDIS_URL: 'redis://localhost',
  SESSION_SECRET: 'a secret for nothing but these tests',
};
const provider = {
  OIDC_ISSUER: 'https://id.acme.example',
  OIDC_CLIENT_ID: 'bunting',
  OIDC_CLIENT_SECRET: 's',
  PUBLIC_URL: 'https://flags.acme.example/',
};

const read = (env: Record<string, string>) => readSettingsApiConfig({ ...least, ...env }, () => {});

describe('the configuration', () => {
  it('needs databases and a secret, and by default lets in invited people', () => {
    expect(read({})).toMatchObject({ PORT: 8084, SIGN_UP: 'invited', TRUST_PROXY: 0 });
    expect(() => read({ SESSION_SECRET: '' })).toThrow('SESSION_SECRET is required');
  });

  it('requires all variables of OpenID Connect or none', () => {
    expect(read(provider)).toMatchObject({
      OIDC_CLIENT_ID: 'bunting',
      PUBLIC_URL: 'https://flags.acme.example',
    });
    const { PUBLIC_URL, OIDC_CLIENT_SECRET, ...half } = provider;
    expect(() => read(half)).toThrow(/OIDC_CLIENT_SECRET is required.*\n?.*PUBLIC_URL is required/s);
    expect(read({ PUBLIC_URL }).OIDC_ISSUER).toBeUndefined();
    expect(() => read({ OIDC_CLIENT_SECRET, PUBLIC_URL })).toThrow('OIDC_ISSUER is required');
  });

  it('needs a public address in production, and lists this with every other mistake', () => {
    const production = { NODE_ENV: 'production' };
    expect(() => read(production)).toThrow('PUBLIC_URL is required in production');
    expect(() => read({ ...production, SIGN_UP: 'perhaps' })).toThrow(/2 errors:[^]*SIGN_UP[^]*PUBLIC_URL/);
    const { PUBLIC_URL } = provider;
    expect(read({ ...production, PUBLIC_URL }).PUBLIC_URL).toBe('https://flags.acme.example');
    expect(read({ NODE_ENV: 'development' }).PUBLIC_URL).toBeUndefined();
  });

  it('accepts only listed words for who may make organisations', () => {
    expect(read({}).CREATE_ORGANISATIONS).toBeUndefined();
    expect(read({ CREATE_ORGANISATIONS: 'anyone' }).CREATE_ORGANISATIONS).toBe('anyone');
    expect(() => read({ CREATE_ORGANISATIONS: 'nobody' })).toThrow('CREATE_ORGANISATIONS must be');
  });

  it('accepts a public address with a path, which a proxy strips', () => {
    expect(read({ PUBLIC_URL: 'https://acme.example/flags' }).PUBLIC_URL).toBe('https://acme.example/flags');
  });

  it.each(['https://acme.example/flags?x', 'https://acme.example/?x', 'ftp://acme.example', 'acme.example'])(
    'refuses the public address %s',
    (PUBLIC_URL) => {
      expect(() => read({ PUBLIC_URL })).toThrow('PUBLIC_URL must ');
    },
  );
});
