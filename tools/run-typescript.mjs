// Lets Node.js run the workspace's TypeScript as it stands, without a build: `node --import <this file> x.ts`.
// For tests and tools only; what is shipped is built with tsc.
import { register } from 'node:module';

register('./typescript-hooks.mjs', import.meta.url);
