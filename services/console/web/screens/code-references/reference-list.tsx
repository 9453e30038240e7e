import { Link } from '@tanstack/react-router';
import type { InProject } from '../../api/queries/project.ts';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { Time } from '../../design/time.tsx';
import style from './code-references.module.css';
import { byRepository } from './model.ts';

interface Reference {
  readonly provider: string;
  readonly repository: string;
  readonly file: string;
  readonly line_number: number | null;
  readonly snippet: string | null;
  readonly state: 'recorded' | 'stale';
  readonly variable: string;
  readonly last_seen_at: string;
  readonly url: string | null;
  /** Only in the list of a project; null if no variable has the key. */
  readonly feature?: string | null;
}

/** The latest scan of a repository. */
interface Snapshot {
  readonly provider: string;
  readonly repository: string;
  readonly branch: string;
  readonly snapshot_at: string | null;
}

const none: readonly Snapshot[] = [];

/**
 * Renders references by repository and file: the lines as text, with a link to the provider at the scanned commit, and the branch and age of the
 * snapshot if they are known.
 */
export function ReferenceList({
  target,
  items,
  snapshots = none,
}: {
  target: InProject;
  items: readonly Reference[];
  snapshots?: readonly Snapshot[];
}) {
  return byRepository(items).map(({ provider, repository, files }) => (
    <section key={`${provider} ${repository}`} aria-label={repository}>
      <h2 className={style.repository}>
        {repository}{' '}
        <span className={kit.hint}>
          {provider}
          {snapshots
            .filter((each) => each.repository === repository && each.provider === provider)
            .map(({ branch, snapshot_at: at }) => (
              <span key={branch}>
                , <code>{branch}</code>
                {at !== null && (
                  <>
                    {' '}
                    scanned <Time at={at} />
                  </>
                )}
              </span>
            ))}
        </span>
      </h2>
      <div className={kit.card}>
        {files.map(({ file, items: ofFile }) => (
          <div key={file} className={style.file}>
            <h3>
              <code>{file}</code>
            </h3>
            <ul>
              {ofFile.map((each) => (
                <ReferenceLine
                  key={`${each.variable} ${each.line_number}`}
                  target={target}
                  reference={each}
                />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  ));
}

function ReferenceLine({ target, reference }: { target: InProject; reference: Reference }) {
  const { line_number: line, snippet, state, variable, url, feature, last_seen_at: seen } = reference;
  const number = line ?? 'file';
  const isStale = state === 'stale';
  return (
    <li className={style.line}>
      {url === null ? (
        <span className={style.number}>{number}</span>
      ) : (
        <a
          className={style.number}
          href={url}
          target="_blank"
          rel="noreferrer"
          data-row
          aria-label={`Open ${reference.file}${line === null ? '' : `, line ${line}`}, in the repository`}
        >
          {number}
        </a>
      )}
      {isStale ? (
        <del className={style.code}>{snippet ?? variable}</del>
      ) : (
        <code className={style.code}>{snippet ?? variable}</code>
      )}
      <span className={kit.hint}>
        {feature ? (
          <Link to={paths.feature} params={{ ...target, feature }}>
            {variable}
          </Link>
        ) : (
          variable
        )}
        {feature === null && ' · unknown key'}
        {isStale && (
          <>
            {' '}
            · Removed, last found <Time at={seen} />
          </>
        )}
      </span>
    </li>
  );
}
