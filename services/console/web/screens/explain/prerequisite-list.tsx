import { Link } from '@tanstack/react-router';
import type { Explanation } from '../../api/types.ts';
import { paths } from '../../page/paths.ts';
import { describePrerequisite } from './model.ts';
import style from './explain.module.css';

/** Shows what the variable of each prerequisite serves the user. */
export function PrerequisiteList({
  prerequisites,
  target,
}: {
  prerequisites: Explanation['prerequisites'];
  target: { org: string; project: string; env: string };
}) {
  return (
    <ul className={style.prerequisites} aria-label="Prerequisites">
      {prerequisites.map((each) => (
        <li key={each.variable}>
          {describePrerequisite(each)}
          {each.feature !== null && (
            <>
              {' · '}
              <Link to={paths.serving} params={{ ...target, feature: each.feature }}>
                Open {each.feature}
              </Link>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
