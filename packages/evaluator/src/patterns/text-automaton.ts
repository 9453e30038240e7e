/** Tests whether a text contains any of many texts, in time that hardly grows with their number (the Aho–Corasick automaton). */
export interface TextAutomaton {
  readonly isAnyIn: (text: string) => boolean;
}

/** Nodes are numbered in 16 bits. */
const maxNodes = 65_535;

// A node is three numbers: the character that leads to it, its first child, and the node to continue from when no child fits. Children
// are adjacent and sorted, and follow those of the node before, so that the next node's first child ends this node's children.
const nodeWidth = 3;
const firstChildOffset = 1;
const fallbackOffset = 2;

/** Distributes texts over several automata when one cannot number all their nodes. No text may be empty. */
export function createTextAutomata(texts: readonly string[]): readonly TextAutomaton[] {
  // A text that begins with another text is redundant: the shorter one is found first.
  const sorted: string[] = [];
  for (const text of texts.toSorted(compareTexts)) {
    const last = sorted.at(-1);
    if (last === undefined || !text.startsWith(last)) sorted.push(text);
  }
  const automata: TextAutomaton[] = [];
  let from = 0;
  let characters = 0;
  for (const [position, { length }] of sorted.entries()) {
    characters += length;
    if (characters < maxNodes) continue;
    automata.push(createAutomaton(sorted.slice(from, position)));
    from = position;
    characters = length;
  }
  automata.push(createAutomaton(sorted.slice(from)));
  return automata;
}

function createAutomaton(sorted: readonly string[]): TextAutomaton {
  const nodes = linkFallbacks(...createTrie(sorted));
  return { isAnyIn: (text) => isAnyIn(nodes, text) };
}

/** Builds the nodes level by level, with the parent of each. A leaf is its own fallback, which marks a found text. */
function createTrie(sorted: readonly string[]): [nodes: Uint16Array, parents: Uint16Array] {
  const most = sorted.reduce((sum, { length }) => sum + length, 1);
  const nodes = new Uint16Array((most + 1) * nodeWidth);
  const parents = new Uint16Array(most);
  /** By node: the range of texts below it, and its depth. */
  const starts = new Uint16Array(most);
  const ends = new Uint16Array(most);
  const depths = new Uint16Array(most);
  ends[0] = sorted.length;
  let count = 1;
  for (let node = 0; node < count; node++) {
    nodes[node * nodeWidth + firstChildOffset] = count;
    const end = ends[node] as number;
    const depth = depths[node] as number;
    let start = starts[node] as number;
    // No text begins with another text, so a text that ends here is the only one of its node.
    if ((sorted[start] as string).length === depth) {
      nodes[node * nodeWidth + fallbackOffset] = node;
      continue;
    }
    while (start < end) {
      const character = (sorted[start] as string).charCodeAt(depth);
      let next = start + 1;
      while (next < end && (sorted[next] as string).charCodeAt(depth) === character) next++;
      nodes[count * nodeWidth] = character;
      parents[count] = node;
      starts[count] = start;
      ends[count] = next;
      depths[count] = depth + 1;
      count++;
      start = next;
    }
  }
  nodes[count * nodeWidth + firstChildOffset] = count;
  return [nodes.slice(0, (count + 1) * nodeWidth), parents.slice(0, count)];
}

function linkFallbacks(nodes: Uint16Array, parents: Uint16Array): Uint16Array {
  for (let node = 1; node < parents.length; node++) {
    if (isFound(nodes, node)) continue;
    const parent = parents[node] as number;
    // The search stops at a found text and never reaches nodes below it.
    if (parent === 0 || isFound(nodes, parent)) continue;
    const character = nodes[node * nodeWidth] as number;
    let fallback = nodes[parent * nodeWidth + fallbackOffset] as number;
    let child = childOf(nodes, fallback, character);
    while (child === 0 && fallback !== 0) {
      fallback = nodes[fallback * nodeWidth + fallbackOffset] as number;
      child = childOf(nodes, fallback, character);
    }
    // The end of a text marks it as found.
    nodes[node * nodeWidth + fallbackOffset] = isFound(nodes, child) ? node : child;
  }
  return nodes;
}

function isAnyIn(nodes: Uint16Array, text: string): boolean {
  let node = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    let child = childOf(nodes, node, character);
    while (child === 0 && node !== 0) {
      node = nodes[node * nodeWidth + fallbackOffset] as number;
      child = childOf(nodes, node, character);
    }
    node = child;
    if (isFound(nodes, node)) return true;
  }
  return false;
}

function isFound(nodes: Uint16Array, node: number): boolean {
  return node !== 0 && nodes[node * nodeWidth + fallbackOffset] === node;
}

/** Returns the child node, or 0 if there is none. */
function childOf(nodes: Uint16Array, node: number, character: number): number {
  let low = nodes[node * nodeWidth + firstChildOffset] as number;
  let high = nodes[node * nodeWidth + nodeWidth + firstChildOffset] as number;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = nodes[middle * nodeWidth] as number;
    if (found === character) return middle;
    if (found < character) low = middle + 1;
    else high = middle;
  }
  return 0;
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
