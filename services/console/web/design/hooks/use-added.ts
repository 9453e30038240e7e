import { useEffect, useRef } from 'react';

/**
 * For a list to which a button of its section adds, outside of the list: the first field of what was added gets the focus. What comes
 * otherwise, from another tab or an Undo, takes it from nobody.
 */
export function useAdded<Element extends HTMLElement>(count: number) {
  const list = useRef<Element>(null);
  const before = useRef(count);
  useEffect(() => {
    const isOneMore = count === before.current + 1;
    before.current = count;
    const button = document.activeElement?.closest('button');
    const section = list.current?.closest('section');
    if (!isOneMore || !button || !section?.contains(button) || list.current!.contains(button)) return;
    [...list.current!.querySelectorAll('li')].at(-1)?.querySelector('input')?.focus();
  }, [count]);
  return list;
}
