import type { Scope } from './scope.ts';

/** A random UUID; a random text in pages without TLS, where browsers make none. */
export function randomId({ crypto }: Scope): string {
  return crypto?.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}
