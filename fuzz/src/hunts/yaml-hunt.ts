import type { Installation } from '../installation/start-installation.ts';
import { pick } from '../random.ts';
import type { Routes } from '../routes.ts';
import { wordIn, type Shape } from '../shapes/shape.ts';
import { constructNames, writeYamlText } from '../shapes/yaml-text.ts';
import { compressed, encodings } from './compress.ts';
import type { Hunt } from './hunt.ts';
import { cut } from './json-hunt.ts';
import { bounds } from '../bounds.ts';
import { measureRequest } from './measure-request.ts';

const maxBytes = 20 * 1024 * 1024;

/** Sends YAML to the routes that take it, as dry runs, so that valid documents change nothing. */
export function createYamlHunt({ services }: Installation, routes: Routes): Hunt {
  const route = routes.all.find(({ takesYaml }) => takesYaml);
  if (route === undefined) throw new Error('No route takes YAML, says the OpenAPI document.');
  let limit = maxBytes;
  let turn = 0;
  return {
    name: 'yaml',
    beginnings: constructNames.length,
    // Uses each in turn, starting at a position that the seed decides.
    begin(random) {
      turn = turn === 0 ? 1 + Math.floor(random() * constructNames.length) : turn + 1;
      const of = constructNames[turn % constructNames.length]!;
      return { of, code: pick(random, encodings), width: 6_000, value: 20 };
    },
    classOf: (shape) => wordIn(shape, 'of'),
    reachOf: () => limit,
    async measure(shape: Shape, carefully) {
      const text = writeYamlText(shape);
      const bytes = Buffer.byteLength(text);
      const { body, headers } = compressed(text, wordIn(shape, 'code'));
      const asked = {
        method: route.method,
        path: `${route.path}?dry_run=true`,
        headers: { 'Content-Type': 'application/yaml', ...route.headers, ...headers },
        body,
        bytes,
        maxPeakBytes: bounds.importThreadBytes,
      };
      const measured = await measureRequest(services['settings-api'], asked, carefully);
      if (measured.outcome === 'too large') limit = Math.min(limit, bytes);
      return measured;
    },
    show: (shape) => `${route.method} ${route.path} ${cut(JSON.stringify(writeYamlText(shape)))}`,
  };
}
