import { useEffect, useRef } from 'react';

/** Focuses the first field of an item that a button of the list's section added. Items from another tab or from Undo do not take the focus. */
export function useFocusAdded<Element extends HTMLElement>(count: number) {
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
