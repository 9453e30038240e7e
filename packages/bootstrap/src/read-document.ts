/** The parts that read and check a document. They are separate so that the worker thread loads no database client. */
export { parseDocument } from './document/document-yaml.ts';
export { withQuoteHints } from './document/quote-hints.ts';
export { checkImport, type ImportInput, importSchema } from './project/import-schema.ts';
