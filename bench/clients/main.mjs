// npm run bench:clients: what the packages cost that applications install, beside those of other tools. `npm run bench:clients -- value sizes` runs
// only the parts with these names. Each part exports `measure()`, which prints its tables and resolves with its figures.
import { prepare } from './prepare.mjs';

/** A part that uses processes or peers of its own stays in its own file; add it here. */
const parts = {
  value: () => import('./value.mjs'),
  ready: () => import('./ready.mjs'),
  remote: () => import('./remote.mjs'),
  sizes: () => import('./sizes.mjs'),
  openfeature: () => import('./openfeature.mjs'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => parts[name] === undefined);
if (unknown.length > 0)
  throw new Error(`No part ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.`);

prepare();
const figures = [];
for (const [name, load] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const { measure } = await load();
  figures.push(...(await measure()));
}
console.log('');
for (const { name, value, unit, digits = 0 } of figures)
  console.log(`figure ${name} ${value.toFixed(digits)} ${unit}`);
// Some clients keep timers or connections that would keep the process alive.
process.exit(0);
