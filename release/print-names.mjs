// node release/print-names.mjs: prints the names that release.yml needs, as outputs of a step. Fails while release.json has placeholders.
// Needs no packages.
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('../release.json', import.meta.url), 'utf8');
const { images, charts } = JSON.parse(text);
if (text.includes('OWNER')) {
  console.error('Replace OWNER in release.json before you publish.');
  process.exit(1);
}
console.log(`images=${images}\nregistry=${images.split('/')[0]}\ncharts=${charts}`);
