import kit from '../../design/kit.module.css';
import { saidId, type Said } from './said.ts';

/** What the server says of a part. Its fields are described by these lines. */
export function SaidLines({
  said,
  id,
  className = kit.wrong,
  hasPaths = false,
}: {
  said: readonly Said[];
  /** That of `marker`. */
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
