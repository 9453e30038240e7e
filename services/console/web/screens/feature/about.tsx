import { Link } from '@tanstack/react-router';
import type { Feature } from '../../api/types.ts';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { formatDateText } from '../../design/forms/date-text.ts';
import { Time } from '../../design/time.tsx';
import style from './feature.module.css';
import { kinds } from './model.ts';

/** Shows the owners, tags, links and lifetime of a feature. */
export function About({ org, project, feature }: { org: string; project: string; feature: Feature }) {
  const { owners, gone_owners: gone, tags, expected_until: until, snoozed_until: snoozed } = feature;
  const links: readonly { url: string; title?: string }[] = feature.links;
  const isGone = (owner: string) => gone.includes(owner);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls on narrow pages, which must be reached by keys
    <ul className={style.about} aria-label="About this feature" tabIndex={0}>
      {owners.map((owner) => (
        <li key={owner} title={isGone(owner) ? `${owner} is not a member of the organisation` : undefined}>
          {owner}
          {isGone(owner) && <span className={kit.hint}> (former member)</span>}
        </li>
      ))}
      {tags.map((tag) => (
        <li key={tag}>
          <Link className={kit.chip} to={paths.features} params={{ org, project }} search={{ tag }}>
            {tag}
          </Link>
        </li>
      ))}
      {links.map(({ url, title }) => (
        <li key={url}>
          <a href={url} rel="noreferrer noopener" target="_blank">
            {title ?? new URL(url).host}
          </a>
        </li>
      ))}
      {feature.kind !== 'release' && <li>{kinds[feature.kind]}</li>}
      {feature.permanent === true && <li>Permanent</li>}
      {until && <li>Expected end: {formatDateText(until)}</li>}
      {snoozed && <li>Clean-up snoozed until {formatDateText(snoozed)}</li>}
      {feature.manager && <li>Managed by {feature.manager}</li>}
      <li>
        Updated <Time at={feature.updated_at} />
      </li>
    </ul>
  );
}
