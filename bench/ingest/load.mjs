// One load generator process: keep-alive connections that each send the next request after a response. It uses sockets,
// because an HTTP client would need more CPU than the server. Before a body is sent, new event ids are written into it.
// It reads its options as JSON from standard input and prints one line of JSON.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { createEvents } from './events.mjs';

const { port, key, batch, withIds, connections, warmUpSeconds, seconds } = JSON.parse(
  readFileSync(0, 'utf8'),
);

let rows = 0;
let failed = 0;
let firstFailure;
let latencies = [];

function open() {
  const body = JSON.stringify({ events: createEvents(batch, { withIds }) });
  const request = Buffer.from(
    `POST /v1/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-API-Key: ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  const indexes = indexesOf(request, '"event_id":"');
  const expected = Buffer.from(`{"accepted":${batch}}`);
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let sentAt = 0;
  const send = () => {
    for (const index of indexes) request.write(randomUUID(), index, 'latin1');
    sentAt = performance.now();
    socket.write(request);
  };
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    // Head and body of such a short response arrive together.
    if (!chunk.subarray(-expected.length).equals(expected)) {
      failed++;
      firstFailure ??= chunk.toString();
    }
    rows += batch;
    latencies.push(performance.now() - sentAt);
    send();
  });
  socket.on('error', (error) => {
    failed++;
    firstFailure ??= error.message;
  });
}

/** Returns the offset of each id. */
function indexesOf(bytes, before) {
  const indexes = [];
  for (let at = bytes.indexOf(before); at !== -1; at = bytes.indexOf(before, at + 1)) {
    indexes.push(at + before.length);
  }
  return indexes;
}

for (let i = 0; i < connections; i++) open();
await delay(warmUpSeconds * 1000);
rows = 0;
latencies = [];
const startedAt = performance.now();
await delay(seconds * 1000);
const elapsed = (performance.now() - startedAt) / 1000;
const ordered = Float64Array.from(latencies).toSorted();
const percentile = (share) => ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))];
console.log(
  JSON.stringify({
    rows,
    perSecond: rows / elapsed,
    p50: percentile(0.5),
    p99: percentile(0.99),
    failed,
    firstFailure,
  }),
);
process.exit(0);
