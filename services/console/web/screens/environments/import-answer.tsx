import { Differences } from '../../editing/differences.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';

interface ImportAnswerBody {
  readonly changes: readonly { readonly text: string }[];
  readonly generated: readonly {
    readonly path: string;
    readonly subject: string;
    readonly value: string | null;
  }[];
  readonly warnings: readonly { readonly path: string; readonly message: string }[];
}

/** Renders the changes of an import, and the keys that it created, which are shown only once. */
export function ImportAnswer({
  answer: { changes, generated, warnings },
  isDryRun = false,
  isProtected = false,
}: {
  answer: ImportAnswerBody;
  isDryRun?: boolean;
  /** The import affects a protected environment. */
  isProtected?: boolean;
}) {
  const keys = generated.filter(({ value }) => value !== null);
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`;
  return (
    <div className={kit.form} role="status">
      <p>
        {changes.length === 0
          ? 'Nothing to change. The project matches the document.'
          : isDryRun
            ? `This will make ${count}:`
            : `Made ${count}:`}
      </p>
      <Differences changes={changes} isProtected={isProtected} />
      {warnings.length > 0 && (
        <ul className={kit.errorDetails}>
          {warnings.map(({ path, message }) => (
            <li key={path}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {keys.length > 0 && <p className={kit.protected}>These keys are shown only now. Copy them.</p>}
      {keys.map(({ path, subject, value }) => (
        <Snippet key={path} label={`Key for ${subject}`} code={value!} />
      ))}
    </div>
  );
}
