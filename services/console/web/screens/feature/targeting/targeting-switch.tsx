import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.ts';
import { servingQuery, type OfServing } from '../../../api/queries/project.ts';
import type { Environment, Targeting } from '../../../api/types.ts';
import { isServing } from '../../../flags/condition/model.ts';
import { useActions } from '../../../page/actions.ts';
import { ConfirmDialog } from '../../../design/floating/confirm-dialog.tsx';
import { Differences } from '../../../editing/differences.tsx';
import kit from '../../../design/kit.module.css';
import { Switch } from '../../../design/forms/switch.tsx';
import { useToast } from '../../../design/floating/toast.tsx';
import type { DocumentEditor } from '../../../editing/use-document-editor.ts';
import { whoSaved } from '../../../editing/who-saved.ts';
import { useSwitch } from './changes.ts';
import { toDocument, switchTargeting, type Document } from './model.ts';

/** Switches the stored targeting directly, or after a confirmation in protected environments. A draft is kept and rebased. */
export function TargetingSwitch({
  target,
  environment,
  targeting,
  etag,
  editor,
  disabledReason,
  describe,
}: {
  target: OfServing;
  environment: Environment;
  /** The stored targeting. */
  targeting: Targeting | null;
  etag: string;
  editor: DocumentEditor<Document>;
  disabledReason: string | undefined;
  /** Describes what this targeting serves. */
  describe: (targeting: Targeting) => string;
}) {
  const [wanted, setWanted] = useState<boolean>();
  const change = useSwitch(target);
  const client = useQueryClient();
  const say = useToast();
  const problem = change.error instanceof ApiError && change.error.status === 412 ? change.error : undefined;
  function run(enabled: boolean) {
    change.mutate(
      { enabled, etag },
      {
        onSuccess({ body, etag: now, changeId }) {
          setWanted(undefined);
          if (editor.isDirty && 'targeting' in body) {
            const value = switchTargeting(editor.value, enabled);
            editor.rebase({ base: { etag: now, value: toDocument(body) }, value });
          }
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
  const ask = (enabled: boolean) => (environment.protected ? setWanted(enabled) : run(enabled));
  const verb = (enabled: boolean) => `Switch ${enabled ? 'on' : 'off'} in ${environment.name}`;
  const isOn = isServing(targeting);
  const state = targeting === null ? 'none' : isOn ? 'on' : 'off';
  useActions([{ label: verb(!isOn), keys: 'o', disabledReason, run: () => ask(!isOn) }]);
  return (
    <span className={kit.named}>
      <Switch
        isOn={isOn}
        label={`Targeting in ${environment.name}`}
        disabledReason={disabledReason}
        onChange={ask}
      />
      <b>{isOn ? 'On' : 'Off'}</b>
      {wanted !== undefined && (
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
                {whoSaved(problem.concurrentChange)} It is {state === 'none' ? 'without targeting' : state}{' '}
                now.
              </p>
              <Differences
                changes={problem.concurrentChange?.changes ?? []}
                isProtected={environment.protected}
              />
            </>
          )}
          {wanted ? (
            <p>Within a second: {describe({ rules: [], ...targeting, enabled: true })}</p>
          ) : (
            <p>
              Bunting stops serving this feature, including overrides. Apps fall back to their code defaults
              within a second.
            </p>
          )}
          {editor.isDirty && <p>Your unsaved changes stay a draft.</p>}
        </ConfirmDialog>
      )}
    </span>
  );
}
