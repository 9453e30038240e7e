/** 32 bits (FNV-1a) and the length. Two of the five users whom a device keeps do not share them by chance. */
export function hashOf(text: string): string {
  let hash = 0;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 16777619);
  return `${hash}.${text.length}`;
}
