import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseDocument } from '@bunting/bootstrap';
import { readFile } from 'node:fs/promises';
import { createInstallation, type Installation } from './installation.ts';

let installation: Installation;
let demo: unknown;
beforeAll(async () => {
  installation = await createInstallation();
  demo = parseDocument(await readFile(new URL('../../../local/demo.yaml', import.meta.url), 'utf8'));
});
afterAll(() => installation.end());

describe('the demo document', () => {
  it('applies, generates no secret, and applies again without a change', async () => {
    const { recorded, generated } = await installation.apply(demo);
    expect(recorded.length).toBeGreaterThan(0);
    expect(generated).toEqual([]);
    expect(await installation.apply(demo)).toEqual({
      recorded: [],
      generated: [],
      warnings: [],
      publications: [],
      deliveries: [],
    });
  });

  // The users in the comments of the document.
  it.each([
    ['checkout-layout', { email: 'jo@acme.example' }, 'targeting_rule_matched', 'one-page'],
    ['checkout-layout', { id: 'user-123', country: 'CA' }, 'targeting_rule_matched', 'classic'],
    ['checkout-layout', { id: 'user-7' }, 'self_targeting_override', 'one-page'],
    ['checkout-enabled', {}, 'no_rule_matched', false],
    ['banner-text', {}, 'default_variation', 'Welcome back!'],
    [
      'search-engine',
      { country: 'CA' },
      'feature_complete',
      { name: 'fast', timeout_ms: 200, fallbacks: ['simple'] },
    ],
    ['holiday-discount', {}, 'targeting_disabled', null],
    ['guestbook-enabled', {}, 'variable_not_found', null],
    ['does-not-exist', {}, 'variable_not_found', null],
    ['recommendations-count', { id: 'user-1', app_version: '2.3.9' }, 'no_rule_matched', 3],
  ])('answers for %s and %j with %s', async (variable, user, reason, value) => {
    expect(await installation.evaluate('production', variable, user)).toMatchObject({ reason, value });
  });
});
