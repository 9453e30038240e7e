// One load generator process: keep-alive connections that each send the next request after a response.
// It uses sockets, because an HTTP client would need more CPU than the server. It reads its options as JSON
// from standard input and prints one line of JSON.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const {
  port,
  path,
  headers,
  pid,
  bodies,
  connections,
  warmUpSeconds,
  seconds,
  status = 200,
} = JSON.parse(readFileSync(0, 'utf8'));

const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);

const requests = bodies.map((body) =>
  Buffer.from(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${headerLines.join('')}` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  ),
);

let answered = 0;
let failed = 0;
let firstFailure;
let answerBytes = 0;
let latencies = [];
let next = 0;

function open() {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let sentAt = 0;
  let missing = 0; // bytes of the response that have not arrived yet
  const send = () => {
    sentAt = performance.now();
    socket.write(requests[next++ % requests.length]);
  };
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    if (missing === 0) {
      const end = chunk.indexOf('\r\n\r\n');
      const head = chunk.latin1Slice(0, end);
      if (!head.startsWith(`HTTP/1.1 ${status}`)) {
        failed++;
        firstFailure ??= chunk.toString();
      }
      answerBytes = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
      missing = end + 4 + answerBytes;
    }
    missing -= chunk.length;
    if (missing > 0) return;
    missing = 0;
    answered++;
    latencies.push(performance.now() - sentAt);
    send();
  });
  socket.on('error', (error) => {
    failed++;
    firstFailure ??= error.message;
  });
}

/** Returns user and system time of all threads of the server, which Linux counts in ticks of 10 ms. */
function cpuSeconds() {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(afterName[11]) + Number(afterName[12])) / 100;
}

for (let i = 0; i < connections; i++) open();
await delay(warmUpSeconds * 1000);
const cpuBefore = cpuSeconds();
answered = 0;
latencies = [];
const startedAt = performance.now();
await delay(seconds * 1000);
const elapsed = (performance.now() - startedAt) / 1000;
const measured = answered;
const ordered = Float64Array.from(latencies).toSorted();
const cpu = cpuSeconds() - cpuBefore;

const percentile = (share) => ordered[Math.min(ordered.length - 1, Math.floor(ordered.length * share))];
console.log(
  JSON.stringify({
    answered: measured,
    perSecond: measured / elapsed,
    // The CPU time is read a little after the end, so responses are counted until then.
    cpuMicroseconds: (cpu * 1e6) / answered,
    busy: cpu / elapsed,
    p50: percentile(0.5),
    p99: percentile(0.99),
    answerBytes,
    failed,
    firstFailure,
  }),
);
process.exit(0);
