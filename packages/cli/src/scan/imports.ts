const importLine =
  /^[^\n]{0,80}\b(?:import|require|require_once|require_relative|use|using|from|include)\b[^\n]{0,400}$/gm;
const multiline = /\b(?:import|use)\s*(?:type\s*)?\{[^{}]{0,2000}\}[^\n]{0,300}/g;
const rename = /\b([A-Za-z_]\w*)\s+as\s+([A-Za-z_]\w*)|\b([A-Za-z_]\w*)\s*:\s*([A-Za-z_]\w*)(?=[\s,}])/g;

/** What a file says of where its names come from: enough to choose between constants of one name. */
export function readImports(text: string): { importWords: string[]; renames: (readonly [string, string])[] } {
  const lines = [...(text.match(importLine) ?? []), ...(text.match(multiline) ?? [])];
  const words = new Set<string>();
  const renames = new Map<string, string>();
  for (const line of lines) {
    for (const word of line.match(/[A-Za-z_][\w-]*/g) ?? []) words.add(word);
    for (const [, original, local, property, bound] of line.matchAll(rename)) {
      const [from, to] = [original ?? property, local ?? bound];
      if (from !== undefined && to !== undefined) renames.set(to, from);
    }
  }
  return { importWords: [...words], renames: [...renames] };
}
