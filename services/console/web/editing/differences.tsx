import { useState, type ReactNode } from 'react';
import kit from '../design/kit.module.css';

interface Line {
  readonly text: string;
  /** Renders the details of the line, which are folded; absent = there are none. */
  readonly renderDetails?: (() => ReactNode) | undefined;
}

/** Lists lines of the audit log from the server: the changes that saving would make, or those that were made. */
export function Differences({
  changes,
  isProtected = false,
}: {
  changes: readonly Line[];
  /** Shows an amber stripe, for protected environments. */
  isProtected?: boolean;
}) {
  if (changes.length === 0) return null;
  return (
    <ul className={kit.lines} data-protected={isProtected}>
      {changes.map(({ text, renderDetails }, index) => (
        <li key={index}>
          {renderDetails === undefined ? text : <Folded text={text} renderDetails={renderDetails} />}
        </li>
      ))}
    </ul>
  );
}

function Folded({ text, renderDetails }: Required<Line> & { renderDetails: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{text}</summary>
      {isOpen && renderDetails()}
    </details>
  );
}
