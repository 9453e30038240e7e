import { useEffect, useRef } from 'react';

/** The h1 of a screen, which gets the focus when the screen is shown. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // Readers are told of the new screen, though the link that led there is still on the page. A field of it that has the focus keeps it.
    const isKept = document.activeElement?.closest('[role="dialog"], [data-page]');
    if (!isKept) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
