import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys } from './organisations.ts';
import { toEvent } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const megabyte = 1024 * 1024;
const listOf = (count: number, event: string) => `{"events":[${`${event},`.repeat(count - 1)}${event}]}`;
const eventWith = (members: string) => JSON.stringify(toEvent()).replace('}', `,${members}}`);
const one = (members: string) => `{"events":[${eventWith(members)}]}`;
const zeros = Buffer.alloc(60 * megabyte, ' ');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

type Case = [what: string, body: string | Buffer, status: number, encoding?: string];

const cases: Case[] = [
  ['a million lists in one another, never closed', '['.repeat(megabyte), 400],
  ['500,000 lists as events', `{"events":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, 400],
  ['500,000 lists as an event', `{"events":[${'['.repeat(500_000)}${']'.repeat(500_000)}]}`, 400],
  [
    '500,000 lists in custom_data',
    one(`"user":{"custom_data":{"a":${'['.repeat(500_000)}${']'.repeat(500_000)}}}`),
    400,
  ],
  ['2 MB of brackets in 2 KB', gzipSync('['.repeat(2_000_000)), 400, 'gzip'],
  ['700,000 empty objects', one(`"user":{"custom_data":{"a":[${'{},'.repeat(690_000)}0]}}`), 400],
  [
    '170,000 members with names of their own',
    `{"events":[],${Array.from({ length: 170_000 }, (_, i) => `"a${i.toString(36)}":0`).join()}}`,
    400,
  ],
  ['500,000 numbers out of range', `{"events":[],"a":[${'1e400,'.repeat(330_000)}0]}`, 202],
  ['35,000 events', listOf(35_000, '{"event":"e","variable":"banner","variation":"plain"}'), 400],
  ['500,000 events that are none', listOf(500_000, '0'), 400],
  ['1,000 events of 1,000 bytes', listOf(1_000, eventWith(`"event_id":"","note":"${'x'.repeat(900)}"`)), 202],
  [
    'an event with a name of a megabyte',
    `{"events":[${JSON.stringify(toEvent({ event: 'e'.repeat(megabyte) }))}]}`,
    400,
  ],
  [
    'a megabyte of spaces as name',
    `{"events":[${JSON.stringify(toEvent({ event: ' '.repeat(megabyte) }))}]}`,
    400,
  ],
  [
    'a variable of a megabyte',
    `{"events":[${JSON.stringify(toEvent({ variable: 'V'.repeat(megabyte) }))}]}`,
    400,
  ],
  ['an event_id of a megabyte', one(`"event_id":"${'e'.repeat(megabyte)}"`), 400],
  ['a user id of a megabyte', one(`"user":{"id":"${'u'.repeat(megabyte)}"}`), 400],
  ['a time of a megabyte', one(`"occurred_at":"2026-11-21T09:00:00.${'0'.repeat(megabyte)}Z"`), 400],
  ['a trace of a megabyte', one(`"evaluation_trace":"${'t'.repeat(megabyte)}"`), 202],
  ['a number of a million digits', one(`"value":${'9'.repeat(megabyte)}`), 400],
  ['two megabytes and more', `{"events":[],"filling":"${'x'.repeat(2 * megabyte)}"}`, 413],
  ['__proto__ with events', '{"__proto__":{"events":[]}}', 400],
  [
    '__proto__ as an event',
    '{"events":[{"__proto__":{"event":"e","variable":"banner","variation":"plain"}}]}',
    400,
  ],
  ['members twice, the last of them right', one('"value":"x","value":1'), 202],
  ['bytes that are no UTF-8', latin1('{"events":[],"note":"\xff\xfe"}'), 400],
  ['a gzip bomb', gzipSync(zeros), 413, 'gzip'],
  ['a deflate bomb', deflateSync(zeros), 413, 'deflate'],
  ['a Brotli bomb', brotliCompressSync(zeros.subarray(0, 8 * megabyte)), 413, 'br'],
  ['half of a gzip', gzipSync('{"events":[]}').subarray(0, 15), 400, 'gzip'],
  ['an unknown encoding', '{}', 415, 'zstd'],
];

describe('hostile bodies', () => {
  it.each(cases.map((given) => [given[0], given] as const))('%s', async (_, [, body, status, encoding]) => {
    const response = await fetch(`http://127.0.0.1:${app.port}/v1/events`, {
      method: 'POST',
      headers: { 'X-API-Key': keys.production, ...(encoding && { 'Content-Encoding': encoding }) },
      body: body as string,
    });
    const text = await response.text();
    expect([response.status, text.length < 1_000]).toEqual([status, true]);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });

  it('leave the service as it was', async () => {
    expect(app.lines.filter(({ level }) => level === 'error')).toEqual([]);
    expect(({} as Record<string, unknown>)['events']).toBeUndefined();
  });
});
