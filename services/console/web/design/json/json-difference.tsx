import { useEffect, useRef, useState, type ReactNode } from 'react';
import style from './json.module.css';

/** Shows the difference of two JSON values. `plain` is shown until the editor is loaded, and where it cannot be loaded. */
export function JsonDifference({
  before,
  after,
  plain,
}: {
  before: unknown;
  after: unknown;
  plain: ReactNode;
}) {
  const host = useRef<HTMLDivElement>(null);
  const [isThere, setThere] = useState(false);
  const [was, is] = [before, after].map((value) => JSON.stringify(value, undefined, 2)) as [string, string];
  useEffect(() => {
    let isGone = false;
    let end = () => {};
    import('./code-mirror.ts').then(
      ({ mountDifference }) => {
        if (isGone || host.current === null) return;
        end = mountDifference(host.current, { before: was, after: is });
        setThere(true);
      },
      () => {},
    );
    return () => {
      isGone = true;
      end();
    };
  }, [was, is]);
  return (
    <>
      {!isThere && plain}
      <div ref={host} className={isThere ? style.code : undefined} />
    </>
  );
}
