// A receiver in a process of its own: answers 200, and tells its parent how many arrived, distinct and in all.
import { createServer } from 'node:http';

const seen = new Set();
let count = 0;
const server = createServer((req, res) => {
  req.resume();
  req.on('end', () => {
    count += 1;
    seen.add(req.headers['x-service-delivery']);
    res.end();
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('message', () => process.send({ distinct: seen.size, count }));
