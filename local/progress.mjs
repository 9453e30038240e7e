// What a person sees while the commands work: one line per step with its time, output of tools only when they fail.
import { spawn } from 'node:child_process';

/** A failure that is told in its own words, without a stack trace. */
export class Failure extends Error {}

/** Prints `label …`, runs the work, and completes the line with the seconds it took. */
export async function step(label, work) {
  const startedAt = Date.now();
  process.stdout.write(`  ${label} … `);
  try {
    const result = await work();
    process.stdout.write(`${seconds(Date.now() - startedAt)}\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}

/** Runs a program to its end. Its output is kept back, and shown when it fails. */
export async function runQuietly(program, args, options = {}) {
  const chunks = [];
  const code = await run(program, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    onStart(child) {
      child.stdout.on('data', (chunk) => chunks.push(chunk));
      child.stderr.on('data', (chunk) => chunks.push(chunk));
    },
  });
  if (code === 0) return;
  const { failure = `${program} ended with code ${code}.` } = options;
  throw Object.assign(new Failure(failure), { output: Buffer.concat(chunks).toString() });
}

/** Runs a program to its end and returns its exit code. */
export function run(program, args, { onStart, failure, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
    child.once('error', (error) => reject(new Failure(`${program} could not be run (${error.message}).`)));
    child.once('close', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(name, forward);
      if (signal !== null) process.exit(130);
      resolve(code);
    });
    onStart?.(child);
  });
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
