#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { run } from './command/run.ts';

// A scan is over before compiling functions that are only warm has paid: when V8 waits longer, that saves a fifth of the
// CPU. Only where V8 is known to have the flag: others would complain.
if (['11', '12', '13'].includes(process.versions.v8.split('.')[0] ?? ''))
  setFlagsFromString('--interrupt-budget=300000');

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// A closed pipe (`bunting refs scan | head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exitCode = 0;
});

process.exitCode = await run({
  argv: process.argv.slice(2),
  env: process.env,
  folder: process.cwd(),
  stdout: process.stdout,
  stderr: process.stderr,
  version: manifest.version,
});
