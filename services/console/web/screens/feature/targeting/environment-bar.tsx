import { useQuery } from '@tanstack/react-query';
import { Link, useMatchRoute } from '@tanstack/react-router';
import { featureQuery, servingQuery, sessionQuery, type OfServing } from '../../../api/queries/project.ts';
import { getSwitchReason } from '../../../api/session/denied-reason.ts';
import { useCan, useMembership } from '../../../api/session/use-can.ts';
import type { Environment } from '../../../api/types.ts';
import { Switch } from '../../../design/forms/switch.tsx';
import { Icon } from '../../../design/icons.tsx';
import kit from '../../../design/kit.module.css';
import { UnsavedMarker } from '../../../editing/unsaved-marker.tsx';
import { targetingStates } from '../../../flags/targeting-states.ts';
import { draftNames } from '../../../page/draft-names.ts';
import { paths } from '../../../page/paths.ts';
import style from './environment-bar.module.css';
import { EnvironmentMenu } from './environment-menu.tsx';
import { useTargetingSwitch, type StoredServing } from './targeting-switch.tsx';

/** Shows the environments, and the switch and actions of the current one. It stays in view while the page scrolls. */
export function EnvironmentBar({
  target,
  environments,
}: {
  target: OfServing;
  environments: readonly Environment[];
}) {
  const { data: session } = useQuery(sessionQuery);
  const { data: feature } = useQuery(featureQuery(target));
  const { data: serving } = useQuery(servingQuery(target));
  const account = session?.account?.email ?? '';
  const match = useMatchRoute();
  // Links to other environments keep the tab.
  const tab = match({ to: paths.overrides, params: target }) ? paths.overrides : paths.serving;
  const environment = environments.find(({ slug }) => slug === target.env);
  return (
    <div className={style.bar} data-sticky>
      <nav className={kit.tabs} aria-label="Environments" data-environments>
        {environments.map(({ slug, name, protected: isProtected }) => (
          <Link
            key={slug}
            to={tab}
            params={{ ...target, env: slug }}
            className={kit.tab}
            {...(slug === target.env && { 'aria-current': 'page' })}
          >
            {isProtected && <Icon name="lock" size={14} />}
            {name}
            {isProtected && <span className="hidden-text">, protected</span>}
            <UnsavedMarker draftName={draftNames.serving({ account, ...target, env: slug })} />
          </Link>
        ))}
      </nav>
      {environment && feature && serving && (
        <State
          key={target.env}
          {...{ target, environment, account, environments }}
          feature={feature.body}
          serving={serving.body}
          etag={serving.etag}
        />
      )}
    </div>
  );
}

/** Shows the state of targeting with its switch. Without targeting there is nothing to turn on; the menu can switch it off. */
function State({
  environments,
  ...rest
}: Omit<StoredServing, 'disabledReason'> & { environments: readonly Environment[] }) {
  const { target, environment } = rest;
  const disabledReason = useCan(target.org, 'serve', environment).reason;
  const stored = { ...rest, disabledReason };
  const membership = useMembership(target.org);
  const toSwitch = (isServed: boolean) => getSwitchReason(membership, environment, isServed);
  const { state, isOn, ask, verb, dialog } = useTargetingSwitch(stored, toSwitch);
  return (
    <div className={style.state} data-live={stored.feature.status === 'live'}>
      {state !== 'none' && (
        <Switch
          isOn={isOn}
          label={`Targeting in ${environment.name}`}
          disabledReason={toSwitch(isOn)}
          onChange={ask}
        />
      )}
      <b data-state={state}>{targetingStates[state]}</b>
      <EnvironmentMenu
        {...stored}
        environments={environments}
        switchOff={state === 'none' ? { label: `${verb(false)}…`, run: () => ask(false) } : undefined}
      />
      {dialog}
    </div>
  );
}
