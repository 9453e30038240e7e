// The functions of the running suite, which tests import as `@jest/globals`.
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function setJestGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
