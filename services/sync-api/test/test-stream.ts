import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { until } from '@bunting/testing';
import { keys } from './organisations.ts';

export interface StreamEvent {
  readonly id: number;
  readonly name: string;
  readonly data: { readonly etag: string; readonly changed?: readonly string[] } & Record<string, unknown>;
}

/** A stream as an application reads it. */
export interface TestStream {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Returns everything received so far. */
  text(): string;
  events(): readonly StreamEvent[];
  /** Resolves with the event at that index, from 0. */
  event(index: number): Promise<StreamEvent>;
  hasEnded(): boolean;
  ended(): Promise<unknown>;
  /** Stops reading. */
  pause(): void;
  close(): void;
}

/** Opens a stream with a key in the header, unless `query` has one. Resolves when the first bytes, or the answer that refuses it, are there. */
export async function openTestStream(
  port: number,
  options: { key?: string | undefined; query?: string; headers?: Record<string, string> } = {},
): Promise<TestStream> {
  const { query = '', headers = {} } = options;
  const key = 'key' in options ? options.key : keys.server;
  const given = { ...headers, ...(key !== undefined && { 'X-API-Key': key }) };
  const req = request({ port, path: `/v1/stream${query}`, headers: given, agent: false });
  req.end();
  const [res] = (await once(req, 'response')) as [IncomingMessage];
  let text = '';
  res.setEncoding('utf8');
  res.on('data', (chunk: string) => (text += chunk));
  res.on('error', () => {});
  let hasEnded = false;
  res.on('close', () => (hasEnded = true));
  const events = () => parseEvents(text);
  if (res.statusCode === 200) await until(() => text.includes('\n\n'));
  else await until(() => hasEnded);
  return {
    status: res.statusCode!,
    headers: res.headers,
    text: () => text,
    events,
    async event(index) {
      await until(() => events().length > index, 10_000);
      return events()[index]!;
    },
    hasEnded: () => hasEnded,
    ended: () => until(() => hasEnded, 20_000),
    pause: () => void res.pause(),
    close: () => void req.destroy(),
  };
}

/** Blocks without data dispatch no event. */
export function parseEvents(text: string): StreamEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .map((block) => new Map(block.split('\n').map((line) => splitLine(line))))
    .filter((lines) => lines.has('data'))
    .map((lines) => ({
      id: Number(lines.get('id')),
      name: lines.get('event')!,
      data: JSON.parse(lines.get('data')!) as StreamEvent['data'],
    }));
}

function splitLine(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
}
