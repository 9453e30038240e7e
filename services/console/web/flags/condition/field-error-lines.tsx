import kit from '../../design/kit.module.css';
import { getErrorId, type FieldError } from './field-errors.ts';

/** Shows the errors of a part. Its fields reference these lines. */
export function FieldErrorLines({
  errors,
  id,
  className = kit.wrong,
  hasPaths = false,
}: {
  errors: readonly FieldError[];
  /** The id passed to `createFieldProps`. */
  id: string;
  className?: string | undefined;
  hasPaths?: boolean;
}) {
  return errors.map(({ path, message }, index) => (
    <p key={`${path} ${message}`} id={getErrorId(id, index)} className={className} role="alert">
      {hasPaths && path !== '' && <code>{path}</code>} {message}
    </p>
  ));
}
