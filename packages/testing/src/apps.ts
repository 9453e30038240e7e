/**
 * The helpers of service tests that the index does not have. They have an entry point of their own because it loads
 * almost all packages.
 */
export { flood, postFrom } from './flood.ts';
export { createTestInstallation, type TestInstallation } from './services/test-installation.ts';
export { storeSigningSecrets } from './services/signing-secrets.ts';
export { createTestLog, type LogLine } from './services/test-log.ts';
export { startTestDependencies, type TestDependencies } from './services/test-dependencies.ts';
