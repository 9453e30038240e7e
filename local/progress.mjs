// Prints the progress of the commands: one line per step with its time, and the output of tools only when they fail.
import { spawn } from 'node:child_process';

/** A failure that is printed as its message, without a stack trace. */
export class Failure extends Error {
  name = 'Failure';
}

/** Prints a Failure and ends the process with exit code 1. Throws any other error again. */
export function exitWithFailure(error) {
  if (error?.name !== 'Failure') throw error;
  if (error.output) console.error(error.output.trimEnd());
  console.error(error.message);
  process.exit(1);
}

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

/** Runs a program to its end. Its output is shown only when it fails. */
export async function runQuietly(program, args, { failure, ...options }) {
  const chunks = [];
  const code = await run(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }, (child) => {
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  });
  if (code !== 0) throw Object.assign(new Failure(failure), { output: Buffer.concat(chunks).toString() });
}

/**
 * Runs a program to its end and returns its exit code. Signals are passed on; if one ends the program, it also ends this
 * process.
 */
export function run(program, args, options, onStart) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: 'inherit', ...options });
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    const forward = (signal) => child.kill(signal);
    for (const signal of signals) process.on(signal, forward);
    child.once('error', (error) => reject(new Failure(`Can't run ${program}: ${error.message}`)));
    child.once('close', (code, endedBy) => {
      for (const signal of signals) process.removeListener(signal, forward);
      if (endedBy !== null) process.exit(130);
      resolve(code);
    });
    onStart?.(child);
  });
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
