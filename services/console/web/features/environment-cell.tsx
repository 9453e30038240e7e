import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { changedOf, settings } from '../api/client.ts';
import { refusalToServe } from '../api/permissions.ts';
import { servingQuery } from '../api/queries.ts';
import type { Environment, ListedFeature, Role, ServedSummary } from '../api/types.ts';
import { sentenceOf } from '../conditions/words.ts';
import { Answer } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import kit from '../ui/kit.module.css';
import { paths } from '../ui/paths.ts';
import { Pennant } from '../ui/pennant.tsx';
import { Popover } from '../ui/popover.tsx';
import { percent } from '../ui/split-bar.tsx';
import { useToast } from '../ui/toast.tsx';
import style from './features.module.css';
import { stateOf } from './model.ts';

interface Cell {
  readonly org: string;
  readonly project: string;
  readonly role: Role;
  readonly feature: ListedFeature;
  readonly environment: Environment;
  readonly summary: ServedSummary;
}

/** The state is read here. It is switched in the popover, which names the environment: nothing is pressed by accident. */
export function EnvironmentCell(cell: Cell) {
  const { feature, environment, summary } = cell;
  const { word, tone, shares } = stateOf(summary, feature.status);
  const indexOf = (variation: string) => feature.variations.findIndex(({ slug }) => slug === variation);
  const nameOf = (variation: string) => feature.variations[indexOf(variation)]?.name || variation;
  const target = `${feature.name || feature.slug} in ${environment.name}`;
  const said = shares.map(({ variation, weight }) => `${nameOf(variation)} ${percent(weight)}`).join(', ');
  return (
    <Popover
      title={target}
      trigger={
        <button type="button" className={style.cell}>
          <span className="hidden-text">{target}: </span>
          <span className={style.dot} data-tone={tone} aria-hidden="true" />
          <span>{word}</span>
          <span className={style.shares} title={said}>
            {shares.slice(0, 3).map(({ variation, weight }) => (
              <span key={variation} className={kit.named}>
                <Pennant index={indexOf(variation)} size={9} />
                {shares.length === 1 ? (
                  nameOf(variation)
                ) : (
                  <span>
                    <span className="hidden-text">{nameOf(variation)} </span>
                    {Math.round(weight)}
                  </span>
                )}
              </span>
            ))}
          </span>
        </button>
      }
    >
      <CellContent {...cell} nameOf={nameOf} />
    </Popover>
  );
}

function CellContent({
  org,
  project,
  role,
  feature,
  environment,
  nameOf,
}: Cell & { nameOf: (slug: string) => string }) {
  const target = { org, project, feature: feature.slug, env: environment.slug };
  const query = useQuery(servingQuery(target));
  return (
    <div className={style.popover}>
      <p className={style.place}>
        <b>{feature.name || feature.slug}</b> in <b>{environment.name}</b>
      </p>
      <Answer of={query} height={60} isEmpty={() => false} empty={null}>
        {({ body, etag }) => (
          <>
            <p>{sentenceOf(body, nameOf)}</p>
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
              <SwitchButton
                target={target}
                environment={environment}
                isOn={body.targeting === null ? undefined : (body.targeting.enabled ?? false)}
                etag={etag}
                refusal={refusalToServe(role, environment)}
              />
            </div>
          </>
        )}
      </Answer>
    </div>
  );
}

type Place = { org: string; project: string; feature: string; env: string };

/** Switches targeting. In a protected environment it asks first, with the focus on the button: this is for emergencies. */
function SwitchButton({
  target,
  environment,
  isOn,
  etag,
  refusal,
}: {
  target: Place;
  environment: Environment;
  /** Undefined = there is no targeting that could be switched. */
  isOn: boolean | undefined;
  etag: string;
  refusal: string | undefined;
}) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const say = useToast();
  const change = useMutation({
    mutationFn: ({ enabled, tag }: { enabled: boolean; tag: string }) =>
      changedOf(
        settings.PATCH(
          '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting',
          {
            params: { path: target },
            headers: { 'If-Match': tag },
            body: { enabled },
          },
        ),
      ),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ['serving', target.org, target.project, target.feature] }),
        client.invalidateQueries({ queryKey: ['features', target.org, target.project] }),
      ]),
  });
  if (isOn === undefined) return null;
  const word = isOn ? 'Switch off' : 'Switch on';
  function run() {
    setAsking(false);
    change.mutate(
      { enabled: !isOn, tag: etag },
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
        disabled={change.isPending}
        onClick={environment.protected ? () => setAsking(true) : run}
      >
        {word} in {environment.name}
      </Button>
      {change.error && (
        <p className={kit.wrong} role="alert">
          {change.error.message} The state that is shown now is the newest: press again.
        </p>
      )}
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title={`${word} in ${environment.name}?`}>
        <p>
          {environment.name} is protected. Within a second{' '}
          {isOn
            ? `nobody gets ${target.feature}: applications use the values in their code.`
            : `${target.feature} is served as its rules say.`}
        </p>
        <div className={kit.actions}>
          <Button onClick={() => setAsking(false)}>Back</Button>
          <Button kind="guard" autoFocus onClick={run}>
            {word} in {environment.name}
          </Button>
        </div>
      </Dialog>
    </>
  );
}
