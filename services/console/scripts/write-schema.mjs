// `npm run openapi`: writes the types of the management API for web/, of docs/openapi.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { URL } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';

/**
 * Returns the schema of the successful answers that people may request. All refusals have one form, which the console
 * declares itself.
 */
export async function schemaText() {
  const document = JSON.parse(readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'));
  const paths = {};
  for (const [path, operations] of Object.entries(document.paths)) {
    if (!path.startsWith('/settings/v1/') || path.startsWith('/settings/v1/staff/')) continue;
    for (const operation of Object.values(operations)) {
      const { responses } = operation;
      if (responses !== undefined)
        operation.responses = Object.fromEntries(
          Object.entries(responses).filter(([status]) => status < 400),
        );
    }
    paths[path] = operations;
  }
  const components = referredIn(paths, document.components);
  const ast = await openapiTypes(withoutDescriptions({ ...document, paths, components }), {
    alphabetize: true,
    immutable: true,
    emptyObjectsUnknown: true,
  });
  return `// npm run openapi writes this file.\n${astToString(ast).replaceAll(absent, '')}`;
}

/** Methods and parameters that a route does not have. `query` stays, so that no parameters at all are not `{}`, which takes any. */
const absent =
  /^ +readonly (?:get|put|post|delete|options|head|patch|trace|header|path|cookie)\?: never;\n/gm;

/** Returns the components that `node` refers to, and those that these refer to. */
function referredIn(node, components, found = {}) {
  if (typeof node !== 'object' || node === null) return found;
  if (typeof node.$ref === 'string') {
    const [kind, name] = node.$ref.split('/').slice(2);
    const ofKind = (found[kind] ??= {});
    if (!Object.hasOwn(ofKind, name)) {
      ofKind[name] = components[kind][name];
      referredIn(ofKind[name], components, found);
    }
  }
  for (const value of Object.values(node)) referredIn(value, components, found);
  return found;
}

function withoutDescriptions(node) {
  if (Array.isArray(node)) return node.map(withoutDescriptions);
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([name, value]) =>
          !(['description', 'summary', 'example'].includes(name) && typeof value === 'string'),
      )
      .map(([name, value]) => [name, withoutDescriptions(value)]),
  );
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  writeFileSync(new URL('../web/api/generated/schema.d.ts', import.meta.url), await schemaText());
}
