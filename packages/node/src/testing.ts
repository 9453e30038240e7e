/** A client for the tests of an application. */
export { createTestServerClient } from './testing/test-server-client.ts';
export type { TestServerClient, TestUser, TestValues, TrackedEvent } from './testing/test-server-client.ts';
