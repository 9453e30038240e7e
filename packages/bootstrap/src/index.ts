export { parseDocument } from './parse-document.ts';
export { validateDocument } from './validate-document.ts';
