/** The examples of the README, as an application runs them. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answerWith } from './fake-page.ts';
import { packClient, type PackedClient } from './packed-client.ts';

const run = promisify(execFile);
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
/** Returns the code blocks of a section, in order. */
const examplesUnder = (title: string): string[] => {
  const section = readme.split(/^## /m).find((each) => each.startsWith(title));
  return [...(section ?? '').matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code!);
};
const [first] = [...readme.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code!);

let packed: PackedClient;
let server: Server;
const events: { event: string; variable: string }[] = [];
beforeAll(async () => {
  packed = await packClient();
  const { json } = answerWith(
    { 'checkout-layout': 'one-page', 'search-ranking': 'new' },
    {},
    { split: true },
  );
  server = createServer((req, res) => {
    let text = '';
    req.on('data', (chunk) => (text += chunk));
    req.on('end', () => {
      const body = JSON.parse(text || '{}') as { events?: typeof events };
      if (body.events) events.push(...body.events);
      res.setHeader('content-type', 'application/json');
      res.writeHead(body.events ? 202 : 200).end(JSON.stringify(body.events ? { accepted: 1 } : json));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  packed.remove();
});

/** Waits longer than a page does, because the machine may be busy. */
const inTest = (url: string) =>
  first!.replace('https://flags.shop.example', url).replace('timeoutMs: 500', 'timeoutMs: 60_000');

/** Returns the output of a program after the first example. */
async function printedBy(program: string): Promise<string[]> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const code = `const shown = []; const showOnePage = () => shown.push('one page'); const render = (keys) => shown.push(keys);
    ${inTest(url)}
    ${program}
    console.log(JSON.stringify(shown)); await flags.close();`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: packed.folder });
  return stdout.trim().split('\n');
}

it('the first one gets a value', async () => {
  expect(await printedBy('')).toEqual(['["one page"]']);
});

it('details are as they are shown', async () => {
  const [reads] = examplesUnder('Reading');
  const [, shown] = /\/\/ (\{.*\})/.exec(reads!)!;
  const [printed] = await printedBy(`const found = ${reads!.split('//')[0]}
    shown.splice(0, 1, ...Object.keys(found), found.value, found.source);`);
  for (const word of JSON.parse(printed!) as string[]) expect(shown).toContain(word);
});

it('changes and users', async () => {
  const [program] = examplesUnder('Changes and users');
  expect(await printedBy(program!)).toEqual([
    JSON.stringify([
      'one page',
      ['checkout-layout', 'search-ranking'],
      ['checkout-layout', 'search-ranking'],
    ]),
  ]);
});

it('events of experiments', async () => {
  const [program] = examplesUnder('Experiments');
  await printedBy(`${program!} await flags.flush();`);
  const sent = events.map(({ event, variable }) => `${event} ${variable}`);
  expect(sent.slice(-3)).toEqual([
    'exposure checkout-layout',
    'order checkout-layout',
    'search search-ranking',
  ]);
});

it('testing an application', async () => {
  const [program] = examplesUnder('Testing your application');
  const code = `${program!} console.log(JSON.stringify(flags.tracked), flags.value('checkout-layout', ''));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], { cwd: packed.folder });
  expect(stdout).toBe('[{"event":"order","user":null}] classic\n');
});
