import { getCommentReason, getSwitchReason } from '../../api/session/denied-reason.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { servingQuery, type OfServing } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import { isServing } from '../../flags/condition/model.ts';
import { describeServed } from '../../flags/condition/words.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { PopoverPopup } from '../../design/floating/popover-popup.tsx';
import { Time } from '../../design/time.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { useSwitch } from './changes.ts';
import type { Cell } from './environment-cell.tsx';
import style from './features.module.css';

/** Shows who gets what, the last change and the switch. It is rendered when the cell is opened. */
export function CellPopover({ trigger, ...cell }: Cell & { trigger: ReactElement }) {
  return (
    <PopoverPopup
      trigger={trigger}
      title={`${cell.feature.name || cell.feature.slug} in ${cell.environment.name}`}
    >
      <Content {...cell} />
    </PopoverPopup>
  );
}

function Content({ org, project, membership, feature, environment, summary: { changed } }: Cell) {
  const target = { org, project, feature: feature.slug, env: environment.slug };
  const query = useQuery(servingQuery(target));
  const nameOf = (variation: string) =>
    feature.variations.find(({ slug }) => slug === variation)?.name || variation;
  return (
    <div className={style.popover}>
      <p className={style.summary}>
        <b>{feature.name || feature.slug}</b> in <b>{environment.name}</b>
      </p>
      <QueryBoundary of={query} height={60}>
        {({ body, etag }) => (
          <>
            <p>{describeServed(feature.status, body, nameOf)}</p>
            {changed && (
              <p className={kit.hint}>
                Last changed by {changed.by}, <Time at={changed.at} />
              </p>
            )}
            <div className={kit.actions}>
              <Link className={kit.button} to={paths.serving} params={target}>
                Open
              </Link>
              {feature.variables[0] && (
                <Link
                  className={kit.button}
                  to={paths.explain}
                  params={target}
                  search={{ variable: feature.variables[0].slug, env: environment.slug }}
                >
                  Explain
                </Link>
              )}
              {feature.status === 'live' && (
                <SwitchButton
                  target={target}
                  environment={environment}
                  isOn={isServing(body.targeting)}
                  etag={etag}
                  isReading={query.isFetching}
                  disabledReason={
                    getSwitchReason(membership, environment, isServing(body.targeting)) ??
                    getCommentReason(environment)
                  }
                />
              )}
            </div>
          </>
        )}
      </QueryBoundary>
    </div>
  );
}

/** Switches targeting. In a protected environment it asks first, with the focus on the button, because this is used in emergencies. */
function SwitchButton({
  target,
  environment,
  isOn,
  etag,
  isReading,
  disabledReason,
}: {
  target: OfServing;
  environment: Environment;
  isOn: boolean;
  etag: string;
  /** The shown state may be older than the stored one. */
  isReading: boolean;
  disabledReason: string | undefined;
}) {
  const [isConfirming, setConfirming] = useState(false);
  const say = useToast();
  const change = useSwitch(target);
  const label = `${isOn ? 'Switch off' : 'Switch on'} in ${environment.name}`;
  function run() {
    setConfirming(false);
    change.mutate(
      { enabled: !isOn, etag },
      {
        onSuccess: ({ changeId }) =>
          say(`${target.feature} is ${isOn ? 'off' : 'on'} in ${environment.name}.`, {
            change: { org: target.org, id: changeId },
          }),
      },
    );
  }
  return (
    <>
      <Button
        kind={environment.protected ? 'guard' : 'plain'}
        disabledReason={disabledReason}
        disabled={change.isPending || (change.error !== null && isReading)}
        onClick={environment.protected ? () => setConfirming(true) : run}
      >
        {label}
      </Button>
      {change.error && !isReading && (
        <p className={kit.wrong} role="alert">
          {change.error.message} The current state is shown now. Try again.
        </p>
      )}
      {isConfirming && (
        <ConfirmDialog
          isOpen
          title={`${label}?`}
          action={label}
          kind="guard"
          onConfirm={run}
          onClose={() => setConfirming(false)}
        >
          <p>
            {environment.name} is protected.{' '}
            {isOn
              ? `Bunting stops serving ${target.feature} within a second. Apps fall back to their code defaults.`
              : `Bunting serves ${target.feature} by its rules within a second.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
