import { useEffect, useRef } from 'react';

/** Renders the h1 of a screen and moves the focus to it when the screen opens. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The focus announces the new screen, although the clicked link is still on the page. A focused field of the screen keeps the focus.
    const isKept = document.activeElement?.closest('[role="dialog"], [data-page]');
    if (!isKept) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
