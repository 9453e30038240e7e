/** What tests of services use beside `testing.ts`; apart from it, for it takes all of our packages a while to load. */
export { createTestInstallation, type TestInstallation } from './testing-installation.ts';
export { createTestLog, type LogLine } from './testing-log.ts';
export { startTestDependencies, type TestDependencies } from './testing-surroundings.ts';
