/** Records what services print in a test run and the secrets they are given. local/test/logs.test.ts searches the logs for the secrets. */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const secretNames = /SECRET|TOKEN|PASSWORD|_KEY$|^(?:secret|token|password|api_keys)$/;
const generated = /\b(?:rpa|whsec)_[\w-]{16,}/g;

/** Returns the folder of the logs, which Jest's set-up creates; undefined outside of Jest. */
function folder(): string | undefined {
  return process.env['TEST_LOGS_DIR'];
}

/** Appends to the log of the run. `source` names the stream, and becomes the file's name. */
export function keepLog(source: string, text: string): void {
  const path = folder();
  if (path !== undefined) appendFileSync(join(path, `${source}.log`), text);
}

/** Records the secrets in environment variables or in a bootstrap document, for `readKeptLogs`. */
export function recordSecrets(given: object): void {
  const path = folder();
  const secrets = [...secretsIn(given)].map((secret) => `${JSON.stringify(secret)}\n`);
  if (path !== undefined) appendFileSync(join(path, `${process.pid}.secrets`), secrets.join(''));
}

/** Yields the secrets in environment variables or in a document, by the names of their members, and the passwords in URLs. */
export function* secretsIn(given: unknown, name = ''): Generator<string> {
  if (typeof given === 'string') {
    if (secretNames.test(name)) yield given;
    else if (/^\w+:\/\/[^/]*:[^/]*@/.test(given)) yield decodeURIComponent(new URL(given).password);
  } else if (Array.isArray(given)) {
    for (const each of given) yield* secretsIn(each, name);
  } else if (given !== null && typeof given === 'object') {
    // An environment key may be an object with a name beside the key.
    const isKey = name === 'api_keys';
    for (const [key, value] of Object.entries(given))
      yield* secretsIn(value, isKey && key === 'key' ? name : key);
  }
}

/** The output of the services in a test run, and the secrets that they received. */
export interface RecordedLogs {
  /** Source → everything that it printed. */
  readonly logs: ReadonlyMap<string, string>;
  readonly secrets: ReadonlySet<string>;
}

/** Reads the logs and the secrets of the test run. Throws unless Jest's set-up made their folder. */
export function readRecordedLogs(): RecordedLogs {
  const path = folder()!;
  const read = (end: string) =>
    readdirSync(path)
      .filter((name) => name.endsWith(end))
      .map((name) => [name.slice(0, -end.length), readFileSync(join(path, name), 'utf8')] as const);
  const lines = read('.secrets').flatMap(([, text]) => text.split('\n').filter(Boolean));
  return {
    logs: new Map(read('.log')),
    secrets: new Set(lines.map((line) => JSON.parse(line) as string)),
  };
}

/** Finds recorded secrets in the logs, and texts that look like generated secrets. */
export function findLeaks({ logs, secrets }: RecordedLogs): { source: string; secret: string }[] {
  const long = [...secrets].filter((secret) => secret.length >= 12); // shorter ones also occur as ordinary words
  return [...logs].flatMap(([source, text]) => {
    const found = [...long.filter((secret) => text.includes(secret)), ...(text.match(generated) ?? [])];
    return [...new Set(found)].map((secret) => ({ source, secret }));
  });
}
