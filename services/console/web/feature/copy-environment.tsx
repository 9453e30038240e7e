import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { changedOf, settings } from '../api/client.ts';
import { refusalToServe } from '../api/permissions.ts';
import { servingQuery, sessionQuery, type OfServing } from '../api/queries.ts';
import type { Environment } from '../api/types.ts';
import { useForget } from '../api/use-forget.ts';
import { Skeleton } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Differences } from '../ui/differences.tsx';
import { FormProblem } from '../ui/form-problem.tsx';
import kit from '../ui/kit.module.css';
import { useToast } from '../ui/toast.tsx';
import style from './feature.module.css';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/copy-environment';

/** Copies what one environment serves of the feature to another. Its dry run is the dialog. */
export function CopyEnvironment({
  target,
  environments,
}: {
  target: OfServing;
  environments: readonly Environment[];
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        Copy from/to…
      </Button>
      {isOpen && <CopyDialog target={target} environments={environments} onClose={() => setOpen(false)} />}
    </>
  );
}

/** It starts with a copy to the environment that is shown, from the first other one. */
function CopyDialog({
  target,
  environments,
  onClose,
}: {
  target: OfServing;
  environments: readonly Environment[];
  onClose: () => void;
}) {
  const [from, setFrom] = useState(environments.find(({ slug }) => slug !== target.env)?.slug ?? '');
  const [to, setTo] = useState(target.env);
  const receiver = environments.find(({ slug }) => slug === to)!;
  const { data: session } = useQuery(sessionQuery);
  const role = session?.organisations.find(({ slug }) => slug === target.org)?.role ?? 'viewer';
  const refusal = refusalToServe(role, receiver);
  const { data: serving, error: unread } = useQuery(servingQuery({ ...target, env: to }));
  const review = useCopy(target);
  const copy = useCopy(target);
  const say = useToast();
  const { mutate, reset } = review;
  const etag = serving?.etag;
  useEffect(() => {
    reset();
    // Of the version that is copied onto: with another one it is asked again.
    if (refusal === undefined && etag !== undefined) mutate({ from, to, etag, dryRun: true });
  }, [mutate, reset, from, to, etag, refusal]);
  const problem = copy.error ?? review.error ?? unread;
  const changes = review.isPending ? undefined : review.data?.body.changes;
  const exchange = () => {
    setFrom(to);
    setTo(from);
  };
  function run() {
    copy.mutate(
      { from, to, etag: review.variables?.etag },
      {
        onSuccess({ changeId: id }) {
          onClose();
          say(`Copied ${target.feature} to ${receiver.name}.`, { change: { org: target.org, id } });
        },
      },
    );
  }
  const choice = (label: string, value: string, other: string, set: (slug: string) => void) => (
    <label className={kit.field}>
      <span className={kit.label}>{label}</span>
      <select
        className={kit.input}
        value={value}
        onChange={(event) => (event.target.value === other ? exchange() : set(event.target.value))}
      >
        {environments.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Dialog isOpen onClose={onClose} title="Copy rules and defaults">
      <div className={style.pair}>
        {choice('From', from, to, setFrom)}
        {choice('To', to, from, setTo)}
      </div>
      <div>
        <Button onClick={exchange}>The other way round</Button>
      </div>
      <p className={kit.hint}>
        Rules and defaults of {receiver.name} are replaced. Overrides stay as they are in both: environments
        have different users.
      </p>
      {refusal !== undefined && <p className={kit.wrong}>{refusal}</p>}
      {refusal === undefined && !changes && !problem && <Skeleton height={64} />}
      {changes?.length === 0 && <p>Both serve the same: there is nothing to copy.</p>}
      {changes && <Differences changes={changes} isProtected={receiver.protected} />}
      <FormProblem problem={problem} />
      <div className={kit.actions}>
        <Button onClick={onClose}>Back</Button>
        <Button
          kind={receiver.protected ? 'guard' : 'main'}
          refusal={refusal}
          disabled={copy.isPending || !changes || changes.length === 0}
          onClick={run}
        >
          Copy to {receiver.name}
        </Button>
      </div>
    </Dialog>
  );
}

interface Copy {
  readonly from: string;
  readonly to: string;
  readonly dryRun?: boolean;
  readonly etag?: string | undefined;
}

function useCopy({ org, project, feature }: OfServing) {
  const forget = useForget({ org, project });
  return useMutation({
    mutationFn: ({ from, to, dryRun = false, etag }: Copy) =>
      changedOf(
        settings.POST(path, {
          params: { path: { org, project, feature } },
          ...(etag && { headers: { 'If-Match': etag } }),
          body: { from, to, dry_run: dryRun },
        }),
      ),
    onSettled(_answer, _error, { dryRun }) {
      if (!dryRun) forget();
    },
  });
}
