#!/usr/bin/env node
// Replaces curl on machines that have none. It supports only the options that the README's commands use.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    cookie: { type: 'string', short: 'b' },
    'cookie-jar': { type: 'string', short: 'c' },
    header: { type: 'string', short: 'H', multiple: true },
    data: { type: 'string', short: 'd' },
    request: { type: 'string', short: 'X' },
    compressed: { type: 'boolean' },
  },
});
const headers = new Headers(values.header?.map((header) => header.split(/: */, 2)));
if (values.cookie !== undefined && existsSync(values.cookie))
  headers.set('Cookie', readFileSync(values.cookie, 'utf8'));
const answer = await fetch(positionals[0], {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers,
  body: values.data,
});
const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
if (values['cookie-jar'] !== undefined && cookies.length > 0)
  writeFileSync(values['cookie-jar'], cookies.join('; '));
process.stdout.write(await answer.text());
