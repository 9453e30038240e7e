import { AbstractConnector } from 'ioredis';
import type { Duplex } from 'node:stream';

const streams = new WeakMap<object, Duplex | undefined>();

/**
 * ioredis hears only the first error of a connection (its pull request 961). Over TLS there may be another: the server's word on
 * a handshake that was broken off because of its certificate. An error that nobody hears ends the process, so every
 * connection gets somebody who does, those that ioredis makes for itself to nodes and sentinels too.
 */
Object.defineProperty(AbstractConnector.prototype, 'stream', {
  get(this: object) {
    return streams.get(this);
  },
  set(this: object, stream: Duplex | undefined) {
    stream?.on('error', () => {});
    streams.set(this, stream);
  },
});
