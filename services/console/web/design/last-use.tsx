import kit from './kit.module.css';
import { ago } from './time.tsx';

/** Whether something that is about to end is in use: the minute of its last use is known, a minute or two later. */
export function LastUse({ at }: { at: string | null }) {
  if (at === null) return 'It was never used.';
  const said = ago(new Date(at));
  return <b className={kit.wrong}>It was used {said}.</b>;
}
