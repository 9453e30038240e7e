/** What tests of services use beside `testing.ts`; apart from it, for it takes all of our packages a while to load. */
export { createTestInstallation, type TestInstallation } from './services/test-installation.ts';
export { createTestLog, type LogLine } from './services/test-log.ts';
export { startTestDependencies, type TestDependencies } from './services/test-dependencies.ts';
