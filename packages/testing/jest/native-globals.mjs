// What tests import as `@jest/globals`: the functions of the suite that runs.
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test;

export function setJestGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
