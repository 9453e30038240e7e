import kit from '../design/kit.module.css';

/** Lines of the audit log, told by the server: what saving would change, or what a change was. */
export function Differences({
  changes,
  isProtected = false,
}: {
  changes: readonly { readonly text: string }[];
  /** Of a protected environment: an amber stripe. */
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
