import { connect } from 'node:net';
import { until } from '@bunting/testing';
import { keys } from './organisations.ts';

/** A stream of which thousands fit into a test: of what it received it keeps the versions alone. */
export interface LeanStream {
  /** Versions that it was notified of so far, in order. */
  readonly versions: readonly number[];
  /** Returns the `Last-Event-ID` that a browser sends when it reconnects. */
  lastId(): string;
  hasEnded(): boolean;
  ended(): Promise<void>;
  close(): void;
}

/** Resolves when the first bytes are there. */
export function openLeanStream(port: number, lastId?: string): Promise<LeanStream> {
  const socket = connect(port, '127.0.0.1');
  const versions: number[] = [];
  let [received, id] = ['', ''];
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    socket.once('close', () => {
      hasEnded = true;
      resolve();
    });
  });
  const since = lastId === undefined ? '' : `Last-Event-ID: ${lastId}\r\n`;
  socket.write(`GET /v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${keys.server}\r\n${since}\r\n`);
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.once('close', () => reject(new Error('The stream was not opened.')));
    socket.setEncoding('latin1').once('data', (text: string) => {
      if (!text.startsWith('HTTP/1.1 200')) reject(new Error(text));
    });
    socket.on('data', (text: string) => {
      received += text;
      const end = received.lastIndexOf('\n\n') + 2;
      for (const [, found, data] of received.slice(0, end).matchAll(/^id: (\d+)(\nevent: )?/gm)) {
        id = found!;
        if (data !== undefined) versions.push(Number(id));
      }
      received = received.slice(end);
      if (id !== '')
        resolve({ versions, lastId: () => id, hasEnded: () => hasEnded, ended: () => ended, close });
    });
    const close = () => void socket.destroy();
  });
}

export async function openLeanStreams(port: number, count: number): Promise<LeanStream[]> {
  const opened: LeanStream[] = [];
  while (opened.length < count) {
    const some = Array.from({ length: Math.min(200, count - opened.length) }, () => openLeanStream(port));
    opened.push(...(await Promise.all(some)));
  }
  return opened;
}

/** Resolves when all were notified of the version. */
export const reached = (streams: readonly LeanStream[], version: number) =>
  until(() => streams.every(({ versions }) => versions.at(-1) === version));
