// `npm run release -- VERSION [--dry-run] [--only NAME]` begins here, on a machine that has only Node.js.
import { checkNode } from '../local/check-node.mjs';
import { installPackages, root } from '../local/prepare.mjs';
import { exitWithFailure, step } from '../local/progress.mjs';

try {
  checkNode();
  await installPackages();
  await import('../tools/run-typescript.mjs');
  const { release } = await import('./src/release.ts');
  await release(process.argv.slice(2), { root, step, env: process.env, print: console.log });
} catch (error) {
  exitWithFailure(error);
}
