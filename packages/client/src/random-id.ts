import type { Platform } from './platform.ts';

/** Returns a random UUID; in pages without TLS, where browsers make none, another random text. */
export function randomId({ crypto }: Platform): string {
  return crypto?.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
}
