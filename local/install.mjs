// `npm start` and `npm test` begin here, on a machine that has nothing but Node.js:
// built-in modules only, until the packages are installed and built.
import { Failure } from './progress.mjs';
import { build, checkNode, generateClient, installPackages } from './prepare.mjs';

const [command, ...args] = process.argv.slice(2);

try {
  checkNode();
  await installPackages();
  await generateClient();
  if (command === 'start') {
    await build();
    await import('./dist/start.js');
  } else {
    const { test } = await import('./test.mjs');
    process.exitCode = await test(args);
  }
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  if (error.output) console.error(error.output.trimEnd());
  console.error(error.message);
  process.exitCode = 1;
}
