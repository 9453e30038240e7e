import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OfServing } from '../../../api/queries/project.ts';
import { servedQuery } from '../../../api/served-query.ts';
import kit from '../../../design/kit.module.css';
import { paths } from '../../../page/paths.ts';
import { Time } from '../../../design/time.tsx';
import style from './targeting.module.css';

/**
 * Describes what is served, as a notice if the rules do not apply, with the last change below. While there is a draft, the sentence describes
 * the draft, with the current state below. The second line takes its place before it is loaded, so that nothing moves.
 */
export function WhatIsServed({
  target,
  now,
  then,
  isUnapplied,
  children,
}: {
  target: OfServing;
  now: string;
  then: string;
  isUnapplied: boolean;
  /** Follows the last change. */
  children: ReactNode;
}) {
  const { data } = useQuery(servedQuery(target));
  const changed = data?.[target.env]?.changed;
  const isOther = then !== now;
  return (
    <>
      <p className={isUnapplied ? `${kit.notice} ${style.sentence}` : style.sentence}>
        {isOther && <b>After saving: </b>}
        {then}
        {isUnapplied && ' The rules below do not apply.'}
      </p>
      <div className={`${kit.hint} ${style.lastChange}`}>
        <p>
          {isOther && `Now: ${now} `}
          {changed && (
            <>
              Last changed by {changed.by}, <Time at={changed.at} /> ·{' '}
              <Link to={paths.history} params={target} search={{ environment: target.env }}>
                View history
              </Link>
            </>
          )}
        </p>
        {children}
      </div>
    </>
  );
}
