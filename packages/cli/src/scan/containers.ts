const declared =
  /\b(?:enum|class|object|struct|interface|module|namespace|trait|extension|mod|type|record|mixin|impl)\s+(?:class\s+|struct\s+)?([A-Za-z_]\w*)/;
const assigned = /([A-Za-z_$][\w$]*)["']?\s*(?::\s*[^={]*?)?(?:=>?|:)\s*(?:[\w.]+\(\s*)?(?:\{|\[|dict\(|$)/;
const furthest = 3_000;

/**
 * What the place stands in, from the inside out. Read off the indentation, which formatted code of every language has;
 * a container on the same line is read off its brace.
 */
export function containersAt(text: string, offset: number): string[] {
  let start = text.lastIndexOf('\n', offset) + 1;
  const names: string[] = [];
  add(names, openOn(text.slice(start, offset + 1)));
  let indentation = indentationOf(text.slice(start, start + 200));
  for (let lines = 0; start > 0 && indentation > 0 && lines < furthest; lines++) {
    const end = start - 1;
    start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    const bare = line.trim();
    if (bare === '' || indentationOf(line) >= indentation) continue;
    indentation = indentationOf(line);
    // A brace on a line of its own: what it belongs to stands above it.
    const above = text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1));
    add(names, nameOf(bare === '{' || bare === '(' ? above.trim() : bare));
  }
  return names;
}

function add(names: string[], name: string | undefined): void {
  if (name !== undefined) names.push(name);
}

function openOn(head: string): string | undefined {
  const brace = /^([^{}]*)\{[^{}]*$/.exec(head);
  return brace === null ? undefined : nameOf(`${brace[1]}{`);
}

function nameOf(header: string): string | undefined {
  return (declared.exec(header) ?? assigned.exec(header))?.[1];
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}
