import { useCallback, useState } from 'react';

/** Returns a ref and whether its element is in view or within a short scroll. */
export function useInView() {
  const [isInView, setInView] = useState(false);
  const ref = useCallback((element: Element | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      (entries) => setInView(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isInView };
}
