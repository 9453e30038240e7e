import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** For what a link with a hash leads to: it is scrolled to when it is drawn, which may be long after the page was opened. */
export function useLinked<Element extends HTMLElement>(id: string) {
  const isLinked = useLocation({ select: ({ hash }) => hash === id });
  const element = useRef<Element>(null);
  useEffect(() => {
    if (isLinked) element.current?.scrollIntoView({ block: 'center' });
  }, [isLinked]);
  return { element, isLinked };
}
