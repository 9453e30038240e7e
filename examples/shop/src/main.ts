import { readFile } from 'node:fs/promises';
import { openShop } from './server.tsx';

// Without variables: the demo that `npm start` serves. Its keys are in local/demo.yaml, for everybody to read.
const {
  BUNTING_URL: url = 'http://localhost:8080',
  BUNTING_KEY: serverKey = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f',
  BUNTING_CLIENT_KEY: clientKey = '5f0c2b52-6a3c-8c11-9d55-0a1b2c3d6f70',
  SHOP_PORT: port = '3000',
} = process.env;

const read = (name: string) => readFile(new URL(name, import.meta.url));
const shop = await openShop({
  bunting: { url, serverKey, clientKey },
  port: Number(port),
  files: {
    '/page.js': { type: 'text/javascript; charset=utf-8', content: await read('page.js') },
    '/shop.css': { type: 'text/css; charset=utf-8', content: await read('shop.css') },
  },
});
console.log(`The shop is open: ${shop.url}`);
if (!(await fetch(`${url}/health`).catch(() => undefined))?.ok) {
  console.log(`Bunting does not answer at ${url}, so the shop shows its fallbacks. Start it with: npm start`);
}
process.once('SIGINT', () => void shop.close());
process.once('SIGTERM', () => void shop.close());
