const globals = new URL('native-globals.mjs', import.meta.url).href;

/**
 * Resolves `@jest/globals`, and gives each suite modules of its own of what it imports from folders `test/`: they may have state, and may
 * register hooks.
 */
export async function resolve(specifier, context, nextResolve) {
  if (specifier === '@jest/globals') return { url: globals, format: 'module', shortCircuit: true };
  const resolved = await nextResolve(specifier, context);
  const suite = /\?suite=\d+$/.exec(context.parentURL ?? '')?.[0];
  const isOwn = suite !== undefined && /\/test\/.*\.ts$/.test(resolved.url);
  return isOwn ? { ...resolved, url: resolved.url + suite } : resolved;
}
