import type { ReactNode } from 'react';
import kit from './kit.module.css';

/**
 * Renders a table. A narrow page shows the columns named in `narrow`; a table that is still too wide scrolls sideways. An empty head is
 * read aloud as "Actions".
 */
export function Table({
  label,
  heads,
  narrow = heads,
  children,
}: {
  label: string;
  heads: readonly string[];
  /** The heads of the columns on a narrow page: name, state and actions. */
  narrow?: readonly string[];
  /** Table rows. */
  children: ReactNode;
}) {
  const hidden = heads.flatMap((head, index) => (narrow.includes(head) ? [] : [index + 1]));
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={`${kit.card} ${kit.scroll}`} tabIndex={0} role="group" aria-label={label}>
      <table className={kit.table} data-hides={hidden.join(' ')}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head || <span className="hidden-text">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
