#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { run } from './command/run.ts';

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

// The reader may close the pipe early (`bunting refs scan | head`), which is no failure.
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
