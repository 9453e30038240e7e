const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * Returns the member names of the object `results` in the order of the text, with duplicates, both of which
 * `JSON.parse` loses. `text` must be valid JSON whose outermost object has no other member.
 */
export function parseResultKeys(text: string): string[] {
  const keys: string[] = [];
  let depth = 0;
  let previous = '';
  for (const [part] of text.matchAll(token)) {
    if (part === '{' || part === '[') depth += 1;
    else if (part === '}' || part === ']') depth -= 1;
    else if (part === ':' && depth === 2) keys.push(JSON.parse(previous) as string);
    previous = part;
  }
  return keys;
}
