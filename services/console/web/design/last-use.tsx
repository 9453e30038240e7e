import kit from './kit.module.css';
import { ago } from './format-time.ts';

/** Warns if a credential that is about to be revoked is in use. The last use is known to the minute, a minute or two later. */
export function LastUse({ at }: { at: string | null }) {
  if (at === null) return 'It was never used.';
  const said = ago(new Date(at));
  return <b className={kit.wrong}>It was used {said}.</b>;
}
