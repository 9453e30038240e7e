/** Whether any of many texts lies in another one, in time that hardly grows with how many they are (Aho and Corasick's automaton). */
export interface TextAutomaton {
  readonly isAnyIn: (text: string) => boolean;
}

/** Nodes are numbered in 16 bits. */
const MOST_NODES = 65_535;

// What is kept of a node: the character that leads to it, its first child and where to go on when no child fits. Children lie side by
// side and in order, those of one node after those of the node before, so that a node's end where the next one's begin.
const NODE = 3;
const FIRST_CHILD = 1;
const FALLBACK = 2;

/** Texts that are too many for one automaton are shared out to several. None of them is empty. */
export function createTextAutomata(texts: readonly string[]): readonly TextAutomaton[] {
  // In order, and none that begins with another one: whoever finds that one needs no longer one.
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
    if (characters < MOST_NODES) continue;
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

/** The nodes, level by level, and the parent of each. Leaves have themselves as fallback: there a text has been found. */
function createTrie(sorted: readonly string[]): [nodes: Uint16Array, parents: Uint16Array] {
  const most = sorted.reduce((sum, { length }) => sum + length, 1);
  const nodes = new Uint16Array((most + 1) * NODE);
  const parents = new Uint16Array(most);
  /** By node: which of the texts lie below it, and how deep it lies. */
  const starts = new Uint16Array(most);
  const ends = new Uint16Array(most);
  const depths = new Uint16Array(most);
  ends[0] = sorted.length;
  let count = 1;
  for (let node = 0; node < count; node++) {
    nodes[node * NODE + FIRST_CHILD] = count;
    const end = ends[node] as number;
    const depth = depths[node] as number;
    let start = starts[node] as number;
    // No text begins with another one, so whoever ends here is alone.
    if ((sorted[start] as string).length === depth) {
      nodes[node * NODE + FALLBACK] = node;
      continue;
    }
    while (start < end) {
      const character = (sorted[start] as string).charCodeAt(depth);
      let next = start + 1;
      while (next < end && (sorted[next] as string).charCodeAt(depth) === character) next++;
      nodes[count * NODE] = character;
      parents[count] = node;
      starts[count] = start;
      ends[count] = next;
      depths[count] = depth + 1;
      count++;
      start = next;
    }
  }
  nodes[count * NODE + FIRST_CHILD] = count;
  return [nodes.slice(0, (count + 1) * NODE), parents.slice(0, count)];
}

function linkFallbacks(nodes: Uint16Array, parents: Uint16Array): Uint16Array {
  for (let node = 1; node < parents.length; node++) {
    if (isFound(nodes, node)) continue;
    const parent = parents[node] as number;
    // Nobody comes to what lies below a text that was found.
    if (parent === 0 || isFound(nodes, parent)) continue;
    const character = nodes[node * NODE] as number;
    let fallback = nodes[parent * NODE + FALLBACK] as number;
    let child = childOf(nodes, fallback, character);
    while (child === 0 && fallback !== 0) {
      fallback = nodes[fallback * NODE + FALLBACK] as number;
      child = childOf(nodes, fallback, character);
    }
    // With its end the text has been found that lies there.
    nodes[node * NODE + FALLBACK] = isFound(nodes, child) ? node : child;
  }
  return nodes;
}

function isAnyIn(nodes: Uint16Array, text: string): boolean {
  let node = 0;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    let child = childOf(nodes, node, character);
    while (child === 0 && node !== 0) {
      node = nodes[node * NODE + FALLBACK] as number;
      child = childOf(nodes, node, character);
    }
    node = child;
    if (isFound(nodes, node)) return true;
  }
  return false;
}

function isFound(nodes: Uint16Array, node: number): boolean {
  return node !== 0 && nodes[node * NODE + FALLBACK] === node;
}

/** 0 = there is none. */
function childOf(nodes: Uint16Array, node: number, character: number): number {
  let low = nodes[node * NODE + FIRST_CHILD] as number;
  let high = nodes[node * NODE + NODE + FIRST_CHILD] as number;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const found = nodes[middle * NODE] as number;
    if (found === character) return middle;
    if (found < character) low = middle + 1;
    else high = middle;
  }
  return 0;
}

function compareTexts(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
