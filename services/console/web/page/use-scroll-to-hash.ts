import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Scrolls to the element of the address's hash when it is rendered, which may be long after the page opened. */
export function useScrollToHash<Element extends HTMLElement>(id: string) {
  const isLinked = useLocation({ select: ({ hash }) => hash === id });
  const element = useRef<Element>(null);
  useEffect(() => {
    if (isLinked) element.current?.scrollIntoView({ block: 'center' });
  }, [isLinked]);
  return { element, isLinked };
}
