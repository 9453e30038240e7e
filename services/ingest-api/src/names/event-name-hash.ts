import { hash } from 'node:crypto';
import { storable } from '../storing/storable.ts';

const hexDigits = 32;

/** By what a name counts: 128 bits as 32 hexadecimal digits, of the name as PostgreSQL stores it. */
export function eventNameHash(name: string): string {
  return hash('sha256', storable(name).toWellFormed(), 'hex').slice(0, hexDigits);
}

/** The same of a column. */
export const eventNameHashSql = (column: string) =>
  `encode(substring(sha256(convert_to(${column}, 'UTF8')) FROM 1 FOR 16), 'hex')`;
