/** A server client for tests of applications. */
export { createTestServerClient } from './testing/test-server-client.ts';
export type { TestServerClient, TestUser, TestValues, TrackedEvent } from './testing/test-server-client.ts';
