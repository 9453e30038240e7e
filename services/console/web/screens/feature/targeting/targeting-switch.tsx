import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { servingQuery, type OfServing } from '../../../api/queries/project.ts';
import type { Environment, Feature, Serving } from '../../../api/types.ts';
import { ConfirmDialog } from '../../../design/floating/confirm-dialog.tsx';
import { useToast } from '../../../design/floating/toast.tsx';
import { Differences } from '../../../editing/differences.tsx';
import { RequiredComment } from '../../../editing/required-comment.tsx';
import { useDraft } from '../../../editing/use-draft.ts';
import { whoSaved } from '../../../editing/who-saved.ts';
import { isServing } from '../../../flags/condition/model.ts';
import { describeServed } from '../../../flags/condition/words.ts';
import { getTargetingState, targetingStates } from '../../../flags/targeting-states.ts';
import { useActions } from '../../../page/actions.ts';
import { draftNames } from '../../../page/draft-names.ts';
import { useSwitch } from './changes.ts';
import { switchTargeting, toDocument } from './model.ts';

/** The targeting of a feature in an environment, as it is stored. */
export interface StoredServing {
  readonly target: OfServing;
  readonly environment: Environment;
  readonly feature: Feature;
  readonly serving: Serving;
  readonly etag: string;
  /** The e-mail address of the user, which names the draft. */
  readonly account: string;
  readonly disabledReason: string | undefined;
}

/**
 * Switches the stored targeting directly, or after a confirmation in protected environments. A draft is kept and rebased. Returns the
 * function that switches, and the dialog to render.
 */
export function useTargetingSwitch(
  { target, environment, feature, serving, etag, account }: StoredServing,
  getDisabledReason: (isOn: boolean) => string | undefined,
) {
  const [wanted, setWanted] = useState<boolean>();
  const [comment, setComment] = useState('');
  const needsComment = environment.comment_required;
  const stored = toDocument(serving);
  const { targeting } = stored;
  const { draft, rebase } = useDraft(draftNames.serving({ account, ...target }), { etag, value: stored });
  const change = useSwitch(target);
  const client = useQueryClient();
  const say = useToast();
  const problem = change.error instanceof ApiError && change.error.status === 412 ? change.error : undefined;
  function run(enabled: boolean) {
    change.mutate(
      { enabled, etag, comment: comment.trim() },
      {
        onSuccess({ body, etag: now, changeId }) {
          setWanted(undefined);
          setComment('');
          if ('targeting' in body)
            rebase({ etag: now, value: toDocument(body) }, (value) => switchTargeting(value, enabled));
          const text = `${target.feature} is ${enabled ? 'on' : 'off'} in ${environment.name}.`;
          say(text, { change: { org: target.org, id: changeId } });
        },
        onError(error) {
          setWanted(enabled);
          if (error instanceof ApiError && error.status === 412) {
            void client.invalidateQueries({ queryKey: servingQuery(target).queryKey });
          }
        },
      },
    );
  }
  const ask = (enabled: boolean) =>
    environment.protected || needsComment ? setWanted(enabled) : run(enabled);
  const verb = (enabled: boolean) => `Switch ${enabled ? 'on' : 'off'} in ${environment.name}`;
  const isOn = isServing(targeting);
  const state = getTargetingState(targeting);
  const nameOf = (slug: string) => feature.variations.find((each) => each.slug === slug)?.name || slug;
  useActions([
    { label: verb(!isOn), keys: 'o', disabledReason: getDisabledReason(isOn), run: () => ask(!isOn) },
  ]);
  const dialog = wanted !== undefined && (
    <ConfirmDialog
      isOpen
      title={`${verb(wanted)}?`}
      action={verb(wanted)}
      kind={environment.protected ? 'guard' : 'main'}
      isPending={change.isPending}
      error={problem ? undefined : change.error}
      onConfirm={() => run(wanted)}
      onClose={() => {
        change.reset();
        setWanted(undefined);
      }}
    >
      {problem && (
        <>
          <p>
            {whoSaved(problem.concurrentChange)} Now: {targetingStates[state]}.
          </p>
          <Differences
            changes={problem.concurrentChange?.changes ?? []}
            isProtected={environment.protected}
          />
        </>
      )}
      {wanted ? (
        <p>
          Within a second:{' '}
          {describeServed(
            feature.status,
            { ...stored, targeting: { rules: [], ...targeting, enabled: true } },
            nameOf,
          )}
        </p>
      ) : (
        <p>
          Bunting stops serving this feature, including overrides. Apps fall back to their code defaults
          within a second.
        </p>
      )}
      {needsComment && <RequiredComment comment={comment} onChange={setComment} />}
      {draft && <p>Your unsaved changes stay a draft.</p>}
    </ConfirmDialog>
  );
  return { state, isOn, ask, verb, dialog };
}
