import type { ReactNode } from 'react';
import kit from './kit.module.css';

/** A table that scrolls sideways where it is too wide. An empty head is read aloud as Actions. */
export function Table({
  label,
  heads,
  children,
}: {
  label: string;
  heads: readonly string[];
  /** Rows. */
  children: ReactNode;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={`${kit.card} ${kit.scroll}`} tabIndex={0} role="group" aria-label={label}>
      <table className={kit.table}>
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
