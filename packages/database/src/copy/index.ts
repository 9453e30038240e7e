/** Many rows into PostgreSQL at a time (ADR 42). */
export { copyIn } from './copy-in.ts';
export { createCopyRows, encodeField, uuidBytes, type CopyRows } from './copy-rows.ts';
