import { useRouter, type NavigateOptions } from '@tanstack/react-router';
import { useCallback, useRef, type MouseEvent } from 'react';
import type { paths } from './paths.ts';

/** The same delay as the router's own links: a pointer that only crosses a list loads nothing. */
const nearMs = 50;

interface Address {
  readonly to: (typeof paths)[keyof typeof paths];
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Returns link properties for the rows of a long list, by row. They navigate and preload like the router's own links, which are slow in
 * long lists because each checks whether it is active. The returned function is stable while `addressOf` is.
 */
export function useRowLinks(addressOf: (row: string) => Address) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return useCallback(
    (row: string) => {
      const address = addressOf(row);
      const ask = () => void router.preloadRoute(address as NavigateOptions).catch(() => undefined);
      return {
        href: router.basepath.replace(/\/$/, '') + pathOf(address),
        onClick(event: MouseEvent) {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
          event.preventDefault();
          void router.navigate(address as NavigateOptions);
        },
        onFocus: ask,
        onPointerEnter: () => void (timer.current = setTimeout(ask, nearMs)),
        onPointerLeave: () => clearTimeout(timer.current),
      };
    },
    [router, addressOf],
  );
}

/** Builds the path directly, because the router would match it to its routes first. */
function pathOf({ to, params }: Address): string {
  return to.replace(/\$(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}
