#!/usr/bin/env node
// `npx bunting` begins here. The package has what `npm start` builds in a clone (release/src/npm/stage-server.ts).
import { checkNode } from './check-node.mjs';
import { exitWithFailure, step } from './progress.mjs';

try {
  checkNode();
  const { runCommand } = await import('./dist/command/run-command.js');
  await runCommand(process.argv.slice(2), step);
  process.exit();
} catch (error) {
  exitWithFailure(error);
}
