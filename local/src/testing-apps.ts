/** What tests of services use beside `testing.ts`; apart from it, for it takes all of our packages a while to load. */
export { createTestInstallation, type TestInstallation } from './testing-installation.ts';
export { createTestLog, type LogLine } from './testing-log.ts';
export { startTestSurroundings, type TestSurroundings } from './testing-surroundings.ts';
