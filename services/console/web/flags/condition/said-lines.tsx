import kit from '../../design/kit.module.css';
import { saidId, type Said } from './said.ts';

/** Shows the errors of a part. Its fields reference these lines. */
export function SaidLines({
  said,
  id,
  className = kit.wrong,
  hasPaths = false,
}: {
  said: readonly Said[];
  /** The id passed to `marker`. */
  id: string;
  className?: string | undefined;
  hasPaths?: boolean;
}) {
  return said.map(({ path, message }, index) => (
    <p key={`${path} ${message}`} id={saidId(id, index)} className={className} role="alert">
      {hasPaths && path !== '' && <code>{path}</code>} {message}
    </p>
  ));
}
