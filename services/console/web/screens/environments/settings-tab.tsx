import { useQuery } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { useOthersChanges } from '../../api/live/others-changes.ts';
import { getConcurrentChange } from '../../api/api-error.ts';
import { sessionQuery } from '../../api/queries/project.ts';
import { useActions } from '../../page/actions.ts';
import { Answer } from '../../design/answer.tsx';
import { Behind } from '../../editing/behind.tsx';
import { Button } from '../../design/button.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { differencesOf, patchAfter, patchWith } from '../../editing/patch.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { SavedByLine } from '../../editing/saved-by.tsx';
import { draftNames } from '../../editing/stored-draft.ts';
import { useDraft } from '../../editing/use-draft.ts';
import { useSaveSettings } from './changes.ts';
import { DeleteEnvironment } from './delete-environment.tsx';
import { settingLabels, type EnvironmentSettings, type SettingsPatch } from './model.ts';
import {
  environmentMeanwhileQuery,
  environmentQuery,
  type OfEnvironment,
} from '../../api/queries/environments.ts';
import { SettingsFields } from './settings-fields.tsx';
import { SigningSecret } from './signing-secret.tsx';

export function SettingsTab({ target, refusal }: { target: OfEnvironment; refusal: string | undefined }) {
  const query = useQuery(environmentQuery(target));
  const { data: session } = useQuery(sessionQuery);
  return (
    <Answer of={query} height={400} isEmpty={() => false} empty={null}>
      {({ body, etag }) =>
        session && (
          <>
            <SettingsForm
              {...{ target, refusal, etag, environment: body, account: session.account?.email ?? '' }}
            />
            <SigningSecret target={target} refusal={refusal} isMade={body.has_signing_secret} />
            <DeleteEnvironment {...{ target, etag, refusal }} name={body.name} />
          </>
        )
      }
    </Answer>
  );
}

const nothing: SettingsPatch = {};

function SettingsForm({
  target,
  refusal,
  environment,
  etag,
  account,
}: {
  target: OfEnvironment;
  refusal: string | undefined;
  environment: EnvironmentSettings;
  etag: string;
  /** Whose draft it is. */
  account: string;
}) {
  const draft = useDraft(draftNames.environment({ account, ...target }), { etag, base: nothing });
  const saved = useOthersChanges(target, draft.etag);
  const say = useToast();
  const save = useSaveSettings(target, ({ body, etag: now, changeId: id }, sent) => {
    draft.settle(sent, { etag: now, base: nothing }, (own) =>
      patchAfter(body, own, { sent, before: environment }),
    );
    say(`Saved the settings of ${environment.name}.`, { change: { org: target.org, id } });
  });
  const form = useRef<HTMLFormElement>(null);
  const patch = draft.value;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (refusal !== undefined || !draft.isDraft || draft.isBehind || save.isPending) return;
    save.mutate({ patch, etag: draft.etag });
  }
  const { isBehind } = draft;
  const label = `Save the settings of ${environment.name}`;
  const saving = { label, keys: 'Ctrl S', refusal, run: () => form.current?.requestSubmit() };
  useActions(draft.isDraft ? [saving] : []);
  const refused = getConcurrentChange(save.error);
  const asked = useQuery({
    ...environmentMeanwhileQuery(target, draft.etag),
    enabled: isBehind && refused === undefined,
  });
  const meanwhile = refused ?? asked.data ?? undefined;
  return (
    <form ref={form} className={kit.form} onSubmit={submit}>
      <SavedByLine org={target.org} saved={draft.isDraft ? saved : undefined} />
      <SettingsFields
        environment={{ ...environment, ...patch }}
        isDisabled={refusal !== undefined}
        isGuarded={!environment.protected && patch.protected === true}
        isOpened={environment.protected && patch.protected === false}
        error={save.error}
        onChange={(changed) => draft.change(patchWith(environment, patch, changed))}
      />
      {isBehind ? (
        <Behind
          meanwhile={meanwhile}
          isRefused={refused !== undefined}
          differences={differencesOf(settingLabels, environment, patch)}
          onKeep={() => {
            save.reset();
            draft.rebase();
          }}
          onDiscard={draft.discard}
        />
      ) : (
        refused === undefined && <FormProblem problem={save.error} fields={['name', 'allowed_origins']} />
      )}
      <div className={kit.actions}>
        {draft.isDraft && !isBehind && <Button onClick={draft.discard}>Discard</Button>}
        <SendButton
          problem={save.error}
          kind={environment.protected || patch.protected ? 'guard' : 'main'}
          refusal={refusal}
          disabled={refusal === undefined && (!draft.isDraft || isBehind || save.isPending)}
        >
          {label}
        </SendButton>
      </div>
    </form>
  );
}
