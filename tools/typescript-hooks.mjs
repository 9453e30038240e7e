import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

/** Resolves workspace packages to their source. */
export function resolve(specifier, context, nextResolve) {
  return nextResolve(specifier, { ...context, conditions: ['bunting-source', ...context.conditions] });
}

export async function load(url, context, nextLoad) {
  const file = url.replace(/\?.*$/, '');
  if (!file.startsWith('file:') || !file.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(file);
  const { code } = await transform(await readFile(filename, 'utf8'), optionsFor(filename));
  return { format: 'module', source: code, shortCircuit: true };
}

/** Returns the options by which swc only removes the types. */
export function optionsFor(filename) {
  return {
    filename,
    configFile: false,
    swcrc: false,
    sourceMaps: 'inline',
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  };
}
