import { stringify } from 'yaml';

/** YAML that `parseDocument` reads back as the same, and that readers of YAML 1.1 do not misunderstand: `"off"`, `"no"`. */
export function writeDocument(document: unknown): string {
  return stringify(document, { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 0 });
}
