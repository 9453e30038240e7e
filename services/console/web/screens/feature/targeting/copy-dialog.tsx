import { useCan } from '../../../api/session/use-can.ts';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readBody, readChanged, settings } from '../../../api/client.ts';
import { servingQuery, type OfServing } from '../../../api/queries/project.ts';
import type { Environment } from '../../../api/types.ts';
import { useInvalidateProject } from '../../../api/live/use-invalidate-project.ts';
import { Skeleton } from '../../../design/query-boundary.tsx';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/floating/dialog.tsx';
import { Differences } from '../../../editing/differences.tsx';
import { FormProblem } from '../../../design/forms/form-problem.tsx';
import { SendButton } from '../../../design/forms/send-button.tsx';
import kit from '../../../design/kit.module.css';
import { Select } from '../../../design/forms/select.tsx';
import { useToast } from '../../../design/floating/toast.tsx';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/copy-environment';

/**
 * Copies the targeting of a feature from one environment to another, after a dry run. Starts with a copy to the current environment, from
 * the given one, else from the first other one.
 */
export function CopyDialog({
  target,
  environments,
  comesFrom,
  onClose,
}: {
  target: OfServing;
  environments: readonly Environment[];
  comesFrom: string | undefined;
  onClose: () => void;
}) {
  const others = environments.filter(({ slug }) => slug !== target.env);
  const [from, setFrom] = useState((others.find(({ slug }) => slug === comesFrom) ?? others[0])?.slug ?? '');
  const [to, setTo] = useState(target.env);
  const receiver = environments.find(({ slug }) => slug === to)!;
  const disabledReason = useCan(target.org, 'serve', receiver).reason;
  const { data: serving, error: unread } = useQuery(servingQuery({ ...target, env: to }));
  const etag = serving?.etag;
  const dryRun = useQuery({
    ...copyDryRunQuery(target, { from, to, etag }),
    enabled: disabledReason === undefined && etag !== undefined,
  });
  const copy = useCopy(target);
  const say = useToast();
  const problem = copy.error ?? dryRun.error ?? unread;
  const changes = dryRun.data?.changes;
  const exchange = () => {
    setFrom(to);
    setTo(from);
  };
  function run() {
    copy.mutate(
      { from, to, etag },
      {
        onSuccess({ changeId: id }) {
          onClose();
          say(`Copied ${target.feature} to ${receiver.name}`, { change: { org: target.org, id } });
        },
      },
    );
  }
  const choice = (label: string, value: string, other: string, set: (slug: string) => void) => (
    <Select
      label={label}
      options={environments.map(({ slug, name }) => ({ value: slug, label: name }))}
      value={value}
      onChange={(event) => (event.target.value === other ? exchange() : set(event.target.value))}
    />
  );
  return (
    <Dialog isOpen onClose={onClose} title="Copy rules and defaults">
      <div className={kit.pair}>
        {choice('From', from, to, setFrom)}
        {choice('To', to, from, setTo)}
      </div>
      <div>
        <Button onClick={exchange}>Swap</Button>
      </div>
      <p className={kit.hint}>
        Replaces the rules and defaults of {receiver.name}. Overrides are not copied.
      </p>
      {disabledReason !== undefined && <p className={kit.wrong}>{disabledReason}</p>}
      {disabledReason === undefined && !changes && !problem && <Skeleton height={64} />}
      {changes?.length === 0 && <p>Nothing to copy. Rules and defaults are the same.</p>}
      {changes && <Differences changes={changes} isProtected={receiver.protected} />}
      <FormProblem problem={problem} />
      <div className={kit.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <SendButton
          type="button"
          problem={copy.error}
          kind={receiver.protected ? 'guard' : 'main'}
          disabledReason={disabledReason}
          disabled={copy.isPending || !changes || changes.length === 0}
          onClick={run}
        >
          Copy to {receiver.name}
        </SendButton>
      </div>
    </Dialog>
  );
}

interface Copy {
  readonly from: string;
  readonly to: string;
  /** The version of the target environment. */
  readonly etag: string | undefined;
}

const post = ({ org, project, feature }: OfServing, { from, to, etag }: Copy, dryRun: boolean) =>
  settings.POST(path, {
    params: { path: { org, project, feature } },
    ...(etag && { headers: { 'If-Match': etag } }),
    body: { from, to, dry_run: dryRun },
  });

/** Returns the query of the copy's dry run on the current version. Not cached, so that each dialog shows the current state. */
const copyDryRunQuery = (target: OfServing, asked: Copy) =>
  queryOptions({
    queryKey: ['dry-run', target.org, target.project, target.feature, 'copy', asked],
    queryFn: () => readBody(post(target, asked, true)),
    gcTime: 0,
  });

function useCopy(target: OfServing) {
  const invalidate = useInvalidateProject(target);
  return useMutation({
    mutationFn: (asked: Copy) => readChanged(post(target, asked, false)),
    onSettled: invalidate,
  });
}
