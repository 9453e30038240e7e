import { useCan } from '../../../api/session/use-can.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readBody, settings } from '../../../api/client.ts';
import { getConcurrentChange } from '../../../api/api-error.ts';
import { servingQuery, type OfFeature } from '../../../api/queries/project.ts';
import type { Environment } from '../../../api/types.ts';
import { useInvalidateProject } from '../../../api/live/use-invalidate-project.ts';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/floating/dialog.tsx';
import { Differences } from '../../../editing/differences.tsx';
import { DateField } from '../../../design/forms/date-field.tsx';
import { FormProblem } from '../../../design/forms/form-problem.tsx';
import { SendButton } from '../../../design/forms/send-button.tsx';
import kit from '../../../design/kit.module.css';
import { formatExactly } from '../../../design/format-time.ts';
import { parseLocalInput } from '../../../design/forms/local-time.ts';
import { Select } from '../../../design/forms/select.tsx';
import { ReviewForm } from '../../../editing/review-form.tsx';
import { useToast } from '../../../design/floating/toast.tsx';
import { localTime } from './model.ts';

const path =
  '/settings/v1/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/restore';

interface Asked {
  readonly at: string;
  readonly dryRun: boolean;
  readonly comment?: string | undefined;
  readonly etag?: string | undefined;
}

/** Restores the targeting of an environment at a time, after a dry run. */
export function RestoreDialog({
  target,
  environments,
  env: given,
  at: moment,
  onClose,
}: {
  target: OfFeature;
  environments: readonly Environment[];
  env?: string;
  /** The time of a record, to restore the version right after it. */
  at?: string;
  onClose: () => void;
}) {
  const [env, setEnv] = useState(given ?? environments[0]!.slug);
  const [local, setLocal] = useState(moment === undefined ? '' : localTime(moment));
  const environment = environments.find(({ slug }) => slug === env) ?? environments[0]!;
  const { data: serving } = useQuery(servingQuery({ ...target, env: environment.slug }));
  const disabledReason = useCan(target.org, 'serve', environment).reason;
  const say = useToast();
  const review = useRestore(target, environment.slug);
  const restore = useRestore(target, environment.slug);
  // The exact time of the record, unless the user chose another second.
  const at = moment !== undefined && local === localTime(moment) ? moment : parseLocalInput(local);
  const invalidate = () => {
    review.reset();
    restore.reset();
  };
  // A newer version has other differences, so that the dry run is repeated.
  const isBehind = getConcurrentChange(restore.error) !== undefined;
  const changes = isBehind ? undefined : review.data?.changes;
  function run(comment: string | undefined) {
    restore.mutate(
      { at: at!, dryRun: false, comment, etag: review.variables?.etag },
      {
        onSuccess({ change_id: id }) {
          onClose();
          say(`Restored ${target.feature} in ${environment.name}`, {
            change: { org: target.org, id: id ?? undefined },
          });
        },
      },
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title="Restore a past version">
      <p className={kit.hint}>
        Restores the rules, defaults and overrides of one environment. Values and segments are not changed.
      </p>
      <Select
        label="Environment"
        options={environments.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={env}
        onChange={(event) => {
          invalidate();
          setEnv(event.target.value);
        }}
      />
      <DateField
        label="Time"
        hasTime
        hint={at && formatExactly(new Date(at))}
        value={local}
        onChange={(typed = '') => {
          invalidate();
          setLocal(typed);
        }}
      />
      {changes && changes.length > 0 ? (
        <ReviewForm
          action={`Restore in ${environment.name}`}
          isProtected={environment.protected}
          isCommentRequired={environment.comment_required}
          isReady={!restore.isPending}
          problem={restore.error}
          refused={<FormProblem problem={restore.error} />}
          onSave={run}
          onClose={onClose}
        >
          <p className={kit.hint}>This will change:</p>
          <Differences changes={changes} isProtected={environment.protected} />
        </ReviewForm>
      ) : (
        <>
          {changes && <p className={kit.hint}>No changes. It is the same as at that time.</p>}
          <FormProblem problem={restore.error ?? review.error} />
          <div className={kit.actions}>
            <Button onClick={onClose}>Cancel</Button>
            <SendButton
              type="button"
              problem={restore.error ?? review.error}
              kind="main"
              disabledReason={disabledReason}
              disabled={at === undefined || review.isPending || serving === undefined}
              onClick={() => {
                restore.reset();
                review.mutate({ at: at!, dryRun: true, etag: serving?.etag });
              }}
            >
              Show changes
            </SendButton>
          </div>
        </>
      )}
    </Dialog>
  );
}

function useRestore(target: OfFeature, env: string) {
  const invalidate = useInvalidateProject(target);
  return useMutation({
    mutationFn: ({ at, dryRun, comment, etag }: Asked) =>
      readBody(
        settings.POST(path, {
          params: { path: { ...target, env }, query: comment ? { comment } : {} },
          ...(etag && { headers: { 'If-Match': etag } }),
          body: { at, ...(dryRun && { dry_run: true }) },
        }),
      ),
    onSettled(_answer, _error, { dryRun }) {
      if (!dryRun) invalidate();
    },
  });
}
