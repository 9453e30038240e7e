import { isObject } from '../checks/well-shaped.ts';
import { spend, type Work } from './run.ts';

const perStep = 8;

/** Returns a text that equal JSON values share, whatever the order of their members; takes steps by its length. */
export function canonical(value: unknown, work: Work): string {
  const text = canonicalText(value);
  spend(work, 1 + Math.ceil(text.length / perStep));
  return text;
}

/** Returns the same text, for values whose length is bounded elsewhere. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  if (isObject(value)) {
    const members = Object.keys(value)
      .toSorted()
      .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name])}`);
    return `{${members.join(',')}}`;
  }
  return JSON.stringify(value);
}
