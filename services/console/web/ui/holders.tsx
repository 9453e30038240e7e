import kit from './kit.module.css';

/** What a refusal says of its parts: what holds a thing that is in use, what cannot be reverted. */
export interface ToldDetail {
  readonly path: string;
  readonly message: string;
}

/** The details of a Problem of api/; another error has none. */
export const detailsOf = (error: unknown): readonly ToldDetail[] =>
  (error as { readonly details?: readonly ToldDetail[] } | null)?.details ?? [];

/** The details of a refusal as a list. */
export function Holders({ of: error }: { of: unknown }) {
  const details = detailsOf(error);
  if (details.length === 0) return null;
  return (
    <ul className={kit.holders}>
      {details.map(({ path, message }, index) => (
        <li key={index}>
          {path !== '' && <code>{path}</code>} {message}
        </li>
      ))}
    </ul>
  );
}
