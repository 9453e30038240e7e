import { Type } from '../schemas/type.ts';

const host = String.raw`(?:[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63})*|\[[0-9A-Fa-f:.]{2,45}\])`;
const port = '(?::[0-9]{1,5})?';
const exact = `[A-Za-z][A-Za-z0-9+.-]{0,29}://${host}${port}`;
const subdomains = String.raw`[Hh][Tt][Tt][Pp][Ss]?://\*\.${host}${port}`;

/** The origins whose pages may use client keys of an environment. It keeps other sites from using one by accident; it protects nothing. */
export const allowedOriginsSchema = Type.Array(
  Type.String({
    pattern: `^(?:\\*|${exact}|${subdomains})$`,
    maxLength: 300,
    description:
      'an origin such as https://shop.example, https://*.shop.example for its subdomains, or * (stored lower-cased)',
  }),
  {
    title: 'AllowedOrigins',
    maxItems: 100,
    description: 'sites whose pages can use client keys; empty = none',
  },
);

/** The origins of an environment by default. */
export const everyOrigin: readonly string[] = ['*'];

const defaultPorts = /^(http:.*):80$|^(https:.*):443$/;

/** Returns the origins as browsers send them, in lower case and without the default port, each once. */
export function storedOrigins(origins: readonly string[]): readonly string[] {
  const stored = origins.map((origin) => origin.toLowerCase().replace(defaultPorts, '$1$2'));
  return [...new Set(stored)];
}
