/** Returns the entries by their keys, in their order. Node.js 20 has no `Map.groupBy`. */
export function groupBy<Entry, Key extends string>(
  entries: readonly Entry[],
  getKey: (entry: Entry) => Key,
): Map<Key, Entry[]> {
  const groups = new Map<Key, Entry[]>();
  for (const entry of entries) {
    const key = getKey(entry);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return groups;
}
