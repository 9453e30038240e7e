import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

type Signed = readonly [secret: string, timestamp: string, signature: string, body: string];

/**
 * Returns the results of a program printed for receivers, for a delivery as it was sent, another body, another secret, and an old delivery.
 */
export async function printedChecks(
  [secret, timestamp, signature, body]: Signed,
  print: (values: string, body: string) => readonly [program: string, given: readonly string[]],
): Promise<readonly string[]> {
  const check = async (...[key, at, signed, text]: Signed) => {
    const values = [key, at, signed].map((value) => JSON.stringify(value)).join(', ');
    return (await run(...print(values, JSON.stringify(text)))).stdout.trim().toLowerCase();
  };
  return Promise.all([
    check(secret, timestamp, signature, body),
    check(secret, timestamp, signature, `${body} `),
    check(`${secret}0`, timestamp, signature, body),
    check(secret, String(Number(timestamp) - 301), signature, body),
  ]);
}
