import { useState, type KeyboardEvent } from 'react';

/** Keys that commit the input of a field. Ctrl and ⌘ do, because Ctrl S saves the input. */
const commitKeys: ReadonlySet<string> = new Set(['Enter', 'Control', 'Meta']);
export const isCommitKey = ({ key }: KeyboardEvent): boolean => commitKeys.has(key);

/**
 * Returns properties of a field that commits on blur and by keys, because partial input may be invalid. Input that changes to undefined is not
 * committed.
 */
export function useCommitOnBlur(value: string, onCommit: (typed: string) => void) {
  const [typed, setTyped] = useState<string>();
  function commit() {
    if (typed === undefined) return;
    onCommit(typed);
    setTyped(undefined);
  }
  return {
    value: typed ?? value,
    onChange: ({ target }: { target: { value: string | undefined } }) => setTyped(target.value),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => isCommitKey(event) && commit(),
  };
}
