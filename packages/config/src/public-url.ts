import { FieldProblem, optional, url, type Field } from './field.ts';

/** The variable of processes that write links to the installation. */
export const publicUrlFields = {
  PUBLIC_URL: optional(address('the public address of the installation')),
};

/**
 * Declares an address such as `https://flags.acme.example`, or `https://acme.example/flags` behind a proxy that strips the path: paths of
 * routes are appended to it, so it ends without a slash.
 */
function address(description: string): Field<string> {
  const field = url({ protocols: ['https:', 'http:'], description });
  return {
    ...field,
    parse(raw) {
      const { origin, pathname, href } = new URL(field.parse(raw));
      const path = pathname.replace(/\/$/, '');
      const isPlain =
        /^(\/[\w.~-]+)*$/.test(path) && [`${origin}${path}`, `${origin}${path}/`].includes(href);
      if (!isPlain) throw new FieldProblem('must have only a protocol, host, port and plain path');
      return `${origin}${path}`;
    },
  };
}
