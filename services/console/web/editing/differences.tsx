import kit from '../design/kit.module.css';

/** Lists lines of the audit log from the server: the changes that saving would make, or those that were made. */
export function Differences({
  changes,
  isProtected = false,
}: {
  changes: readonly { readonly text: string }[];
  /** Shows an amber stripe, for protected environments. */
  isProtected?: boolean;
}) {
  if (changes.length === 0) return null;
  return (
    <ul className={kit.lines} data-protected={isProtected}>
      {changes.map(({ text }, index) => (
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
