// A receiver process: answers 200 and sends its parent the number of distinct and of all deliveries.
// Arguments: the delay of each response in milliseconds, and its length in bytes.
import { createServer } from 'node:http';

const [delayMs = 0, bytes = 0] = process.argv.slice(2).map(Number);
const answer = 'x'.repeat(bytes);
const seen = new Set();
let count = 0;
const server = createServer((req, res) => {
  req.resume();
  req.on('end', () => {
    count += 1;
    seen.add(req.headers['x-service-delivery']);
    if (delayMs === 0) res.end(answer);
    else setTimeout(() => res.end(answer), delayMs);
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send({ distinct: seen.size, count }));
