import { useCan } from '../../api/session/use-can.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InProject } from '../../api/queries/project.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Time } from '../../design/time.tsx';
import style from './code-references.module.css';
import { NewVariableDialog } from './new-variable-dialog.tsx';
import { unknownKeysQuery } from '../../api/queries/code-references.ts';
import { formatNumber } from '../../design/count.ts';

interface Repository {
  readonly id: string;
  readonly repository: string;
  readonly branch: string;
  readonly snapshot_at: string | null;
  readonly references: number;
  readonly unknown_keys: number;
  readonly url: string;
}

/** Renders the latest scan of each repository, and its unknown keys. */
export function Repositories({ target, items }: { target: InProject; items: readonly Repository[] }) {
  const [open, setOpen] = useState<string>();
  return (
    <div className={`${kit.card} ${kit.scroll}`}>
      <table className={kit.table}>
        <thead>
          <tr>
            <th scope="col">Repository</th>
            <th scope="col">Branch</th>
            <th scope="col">Latest scan</th>
            <th scope="col">References</th>
            <th scope="col">Unknown keys</th>
          </tr>
        </thead>
        <tbody>
          {items.map((each) => (
            <tr key={each.id}>
              <td>
                <a href={each.url} target="_blank" rel="noreferrer">
                  {each.repository}
                </a>
              </td>
              <td>
                <code>{each.branch}</code>
              </td>
              <td>{each.snapshot_at === null ? 'Never' : <Time at={each.snapshot_at} />}</td>
              <td>{formatNumber(each.references)}</td>
              <td>
                {each.unknown_keys === 0 ? (
                  '0'
                ) : (
                  <Button
                    aria-expanded={open === each.id}
                    aria-label={`${each.unknown_keys} unknown keys of ${each.repository}`}
                    onClick={() => setOpen(open === each.id ? undefined : each.id)}
                  >
                    {formatNumber(each.unknown_keys)}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {open !== undefined && <UnknownKeys key={open} target={target} id={open} />}
    </div>
  );
}

/** Renders misspelled keys, and keys of deleted variables. */
function UnknownKeys({ target, id }: { target: InProject; id: string }) {
  const query = useInfiniteQuery(unknownKeysQuery(target, id));
  const disabledReason = useCan(target.org, 'define').reason;
  const [made, setMade] = useState<string>();
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <section className={style.unknown} aria-label="Unknown keys">
      <h2>Unknown keys</h2>
      <QueryBoundary
        of={{ data: items, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
        height={40}
        isEmpty={(found) => found.length === 0}
        empty={<p className={kit.hint}>Every key has a variable by now.</p>}
      >
        {(found) => (
          <ul>
            {found.map(({ key, references, file, line_number: line, url }) => (
              <li key={key} className={style.line}>
                <code>{key}</code>
                <span className={kit.hint}>
                  {references === 1 ? 'once' : `${references} times`}, first in{' '}
                  {url === null ? (
                    file
                  ) : (
                    <a href={url} target="_blank" rel="noreferrer">
                      {file}
                      {line !== null && `:${line}`}
                    </a>
                  )}
                </span>
                <Button
                  disabledReason={disabledReason}
                  onClick={() => setMade(key)}
                  aria-label={`Create variable ${key}`}
                >
                  Create variable
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      {query.hasNextPage && <Button onClick={() => void query.fetchNextPage()}>More keys</Button>}
      {made !== undefined && (
        <NewVariableDialog target={target} name={made} onClose={() => setMade(undefined)} />
      )}
    </section>
  );
}
