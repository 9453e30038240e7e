import { Differences } from '../../editing/differences.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';

interface Told {
  readonly changes: readonly { readonly text: string }[];
  readonly generated: readonly {
    readonly path: string;
    readonly subject: string;
    readonly value: string | null;
  }[];
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
}

/** What an import changed, or would change, with the keys that it made: those are shown only now. */
export function ImportAnswer({
  answer: { changes, generated, warnings },
  isDryRun = false,
  isProtected = false,
}: {
  answer: Told;
  isDryRun?: boolean;
  /** It changes what a protected environment serves. */
  isProtected?: boolean;
}) {
  const keys = generated.filter(({ value }) => value !== null);
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  return (
    <div className={kit.form} role="status">
      <p>
        {changes.length === 0
          ? 'The project is as the document has it: nothing to change.'
          : isDryRun
            ? `It would make ${count}:`
            : `It made ${count}:`}
      </p>
      <Differences changes={changes} isProtected={isProtected} />
      {warnings.length > 0 && (
        <ul className={kit.holders}>
          {warnings.map(({ path, message }) => (
            <li key={path}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {keys.length > 0 && <p className={kit.protected}>These keys are shown only now. Copy them.</p>}
      {keys.map(({ path, subject, value }) => (
        <Snippet key={path} label={`Key of ${subject}`} code={value!} />
      ))}
    </div>
  );
}
