/** What reads a document and checks it: apart, so that a thread that does nothing else loads no client of a database. */
export { parseDocument } from './document/document-yaml.ts';
export { withQuoteHints } from './document/quote-hints.ts';
export { checkImport, type ImportInput, importSchema } from './project/import-schema.ts';
