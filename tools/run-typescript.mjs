// Lets Node.js run the workspace's TypeScript without a build: `node --import <this file> x.ts`. It is for tests and tools
// only; released code is built with tsc.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
