import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { refusalToServe } from '../../api/session/refusals.ts';
import { servingQuery, type OfServing } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import { isServing } from '../../flags/condition/model.ts';
import { servedSentenceOf } from '../../flags/condition/words.ts';
import { Answer } from '../../design/answer.tsx';
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

/** Who gets what in plain words, who set it and when, and the switch. Made when the cell is opened. */
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

function Content({ org, project, role, feature, environment, summary: { changed } }: Cell) {
  const target = { org, project, feature: feature.slug, env: environment.slug };
  const query = useQuery(servingQuery(target));
  const nameOf = (variation: string) =>
    feature.variations.find(({ slug }) => slug === variation)?.name || variation;
  return (
    <div className={style.popover}>
      <p className={style.place}>
        <b>{feature.name || feature.slug}</b> in <b>{environment.name}</b>
      </p>
      <Answer of={query} height={60} isEmpty={() => false} empty={null}>
        {({ body, etag }) => (
          <>
            <p>{servedSentenceOf(feature.status, body, nameOf)}</p>
            {changed && (
              <p className={kit.hint}>
                Changed by {changed.by}, <Time at={changed.at} />
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
                  refusal={refusalToServe(role, environment)}
                />
              )}
            </div>
          </>
        )}
      </Answer>
    </div>
  );
}

/** Switches targeting. In a protected environment it asks first, with the focus on the button: this is for emergencies. */
function SwitchButton({
  target,
  environment,
  isOn,
  etag,
  isReading,
  refusal,
}: {
  target: OfServing;
  environment: Environment;
  isOn: boolean;
  etag: string;
  /** What is shown may be older than what the server has. */
  isReading: boolean;
  refusal: string | undefined;
}) {
  const [isAsking, setAsking] = useState(false);
  const say = useToast();
  const change = useSwitch(target);
  const word = `${isOn ? 'Switch off' : 'Switch on'} in ${environment.name}`;
  function run() {
    setAsking(false);
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
        refusal={refusal}
        disabled={change.isPending || (change.error !== null && isReading)}
        onClick={environment.protected ? () => setAsking(true) : run}
      >
        {word}
      </Button>
      {change.error && !isReading && (
        <p className={kit.wrong} role="alert">
          {change.error.message} The state that is shown now is the newest: press again.
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          isOpen
          title={`${word}?`}
          action={word}
          kind="guard"
          onConfirm={run}
          onClose={() => setAsking(false)}
        >
          <p>
            {environment.name} is protected. Within a second{' '}
            {isOn
              ? `nobody gets ${target.feature}: applications use the values in their code.`
              : `${target.feature} is served as its rules say.`}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
