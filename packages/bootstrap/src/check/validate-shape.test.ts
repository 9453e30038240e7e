import { describe, expect, it } from '@jest/globals';
import { validateDocument } from '@bunting/bootstrap';
import {
  checkout,
  ciToken,
  firstRule,
  inProduction,
  type Json,
  organisation,
  productionKey,
  project,
  shopWith,
} from '../../test/shop-document.ts';

const tooLong = 'x'.repeat(101);

describe('a malformed part is listed with its path', () => {
  it.each<[string, Json | undefined, RegExp]>([
    ['organisations', undefined, /^is required$/],
    ['organisations', {}, /^must be a list$/],
    ['prune', 'yes', /^must be true or false$/],
    ['organisation', [], /^is not known here$/],
    [organisation, 'acme', /^must be an object$/],
    [`${organisation}.slug`, undefined, /^is required$/],
    [`${organisation}.slug`, 7, /^must be a string$/],
    [`${organisation}.slug`, '-acme', /^must be a letter or digit, then letters/],
    [`${organisation}.slug`, 'a cme', /^must be a letter or digit/],
    [`${organisation}.slug`, 'ſlug', /^must be a letter or digit/],
    [`${organisation}.slug`, tooLong, /at most 100 characters/],
    [`${organisation}.slug`, '', /^must be a letter or digit/],
    [`${organisation}.name`, '', /^must not be empty$/],
    [`${organisation}.plan`, 'gold', /^must be one of: free, starter, business, enterprise$/],
    [`${organisation}.status`, 'asleep', /^must be one of: active, suspended, inactive$/],
    [`${organisation}.mau_cap`, -1, /^must be at least 0$/],
    [`${organisation}.mau_cap`, 1.5, /^must be a whole number or null$/],
    [`${organisation}.colour`, 'red', /^is not known here$/],
    [`${organisation}.members[0].email`, 'ada', /^must be an e-mail address/],
    [`${organisation}.members[0].email`, undefined, /^is required$/],
    [`${organisation}.members[0].role`, 'boss', /^must be one of: viewer, member, admin, owner$/],
    [`${organisation}.members[0].password`, '', /^must not be empty$/],
    [`${organisation}.api_tokens[0].name`, undefined, /^is required$/],
    [`${organisation}.api_tokens[0].token`, 'rpa_short', /^must be "rpa_" and at least 32 characters/],
    [`${organisation}.api_tokens[0].token`, ciToken.replace('rpa_', 'abc_'), /^must be "rpa_"/],
    [`${organisation}.api_tokens[0].scopes`, [], /^must not be empty$/],
    [
      `${organisation}.api_tokens[0].scopes[0]`,
      'all',
      /^must be one of: code_references, settings, members$/,
    ],
    [`${organisation}.webhook_endpoints[0].secret`, 'secret', /^must be "whsec_"/],
    [
      `${organisation}.webhook_endpoints[0].events[0]`,
      'feature.renamed',
      /^must be one of: \*, feature\.created/,
    ],
    [`${project}.slug`, 'we/b', /^must be a letter or digit/],
    [`${project}.environments[0].api_keys[0]`, 'key', /^must be a UUID$/],
    [`${project}.environments[0].api_keys[0]`, { key: 'key' }, /^must be a UUID$/],
    [`${project}.environments[0].api_keys[0]`, { name: 'Checkout' }, /^is required$/],
    [`${project}.environments[0].api_keys[0]`, { key: productionKey, name: '' }, /^must not be empty$/],
    [`${project}.environments[0].protected`, 1, /^must be true or false$/],
    [`${project}.segments[0].any_of`, undefined, /^is required$/],
    [`${project}.segments[0].any_of[0].all_of`, [], /^must not be empty$/],
    [`${project}.segments[0].any_of[0].all_of[0].property`, 'planet', /^must be one of: user_id, email/],
    [`${project}.segments[0].any_of[0].all_of[0].operator`, 'equals', /^must be one of: exists, not_exists/],
    [`${project}.segments[0].any_of[0].all_of[0].value`, 'CA', /^is not known here$/],
    [`${checkout}.status`, 'paused', /^must be one of: live, complete, archived, deleted$/],
    [`${checkout}.salt`, 12345678, /^must be a string$/],
    [`${checkout}.variables[0].type`, 'text', /^must be one of: boolean, number, string, json$/],
    [`${checkout}.variables[0].type`, undefined, /^is required$/],
    [`${checkout}.variables[0].slug`, null, /^must be a string$/],
    [`${checkout}.variations[0].values`, [], /^must be an object$/],
    [`${checkout}.environments`, [], /^must be an object$/],
    [`${inProduction}.default`, {}, /^is not known here$/],
    [`${inProduction}.overrides`, { 'user 7': 3 }, /^must be a string or null$/],
    [`${inProduction}.overrides`, { 'a\nb': 3 }, /^must be a string or null$/],
    [`${inProduction}.targeting.enabled`, 'true', /^must be true or false$/],
    [`${firstRule}.serve`, undefined, /^is required$/],
    [`${firstRule}.serve.split`, [], /^must not be empty$/],
    [`${firstRule}.serve.split[0].weight`, 101, /^must be at most 100$/],
    [`${firstRule}.serve.bucket_by`, ['email', 'email'], /^must not hold the same entry twice$/],
    [`${firstRule}.rollout`, { percentage: -1 }, /^must be at least 0$/],
    [`${firstRule}.schedule.from`, 20261201, /^must be a string or null$/],
  ])('%s: %j', (path, value, message) => {
    const problems = validateDocument(shopWith({ [path]: value }));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.path.startsWith(path)).toBe(true);
    expect(problems[0]?.message).toMatch(message);
  });
});
