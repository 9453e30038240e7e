import { useState, type KeyboardEvent } from 'react';

/**
 * Returns properties of a field that commits on blur, because partial input may be invalid. Enter commits, too, as do Ctrl and ⌘, because
 * Ctrl S saves the input.
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
    onChange: ({ target }: { target: { value: string } }) => setTyped(target.value),
    onBlur: commit,
    onKeyDown: ({ key }: KeyboardEvent) => ['Enter', 'Control', 'Meta'].includes(key) && commit(),
  };
}
