import { expect, it } from '@jest/globals';
import { statusSentence } from './status.ts';

it.each([
  ['active', 'business', undefined],
  ['suspended', 'business', /^Acme is suspended: /],
  ['suspended', 'free', /^Acme is suspended: /],
  ['inactive', 'business', /^Acme has no subscription: /],
  // The Free plan needs none.
  ['inactive', 'free', undefined],
] as const)('of an organisation that is %s on the %s plan it says %s', (status, plan, expected) => {
  const said = statusSentence({ name: 'Acme', status, plan });
  if (expected === undefined) expect(said).toBeUndefined();
  else expect(said).toMatch(expected);
});
