import { useQuery } from '@tanstack/react-query';
import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { base } from '../../api/base.ts';
import type { InProject } from '../../api/queries/project.ts';
import type { ListedFeature } from '../../api/types.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';
import { useMakeKey } from './changes.ts';
import { FirstEvaluation } from './first-evaluation.tsx';
import style from './first-run.module.css';
import {
  isUsed,
  getKeyKind,
  languageNames,
  languages,
  missingKey,
  snippets,
  type Kind,
  type Language,
} from './model.ts';
import { usedKeysQuery } from './queries.ts';
import { Step } from './step.tsx';

/** Creates a key for the chosen language, shows a program that uses it, and waits for its first evaluation. */
export function KeyStep({
  org,
  project,
  env,
  feature,
  disabledReason,
  isSeen,
  onSeen,
}: InProject & {
  env: string;
  feature: ListedFeature;
  /** The reason why the user can't create keys. */
  disabledReason: string | undefined;
  isSeen: boolean;
  onSeen: () => void;
}) {
  const { language = 'curl' }: { language?: Language } = useSearch({ strict: false });
  const [keys, setKeys] = useState<{
    readonly [Each in Kind]?: { readonly id: string; readonly key: string };
  }>({});
  const make = useMakeKey({ org, project, env });
  const own = Object.values(keys).map(({ id }) => id);
  const { data: known } = useQuery({
    ...usedKeysQuery({ org, project, env }, { ids: own }),
    enabled: own.length > 0,
  });
  const isUnused = own.some((id) => !isUsed(known?.items ?? [], id));
  const kind = getKeyKind(language);
  const key = keys[kind]?.key;
  const variable = feature.variables[0];
  const isForPages = variable?.client ?? false;
  const question = {
    url: `${location.origin}${base}`,
    key: key ?? missingKey,
    variable: variable?.slug ?? feature.slug,
  };
  return (
    <Step number={4} title="Get an API key and send your first request" state={isSeen ? 'done' : 'now'}>
      <Languages language={language} />
      {language === 'browser' && !isForPages && (
        <p className={kit.hint}>
          Browsers can’t read <code>{question.variable}</code> until you mark it as client-side.
        </p>
      )}
      {key === undefined ? (
        <div className={style.line}>
          <SendButton
            type="button"
            problem={make.error}
            kind={isSeen ? 'plain' : 'main'}
            disabledReason={disabledReason}
            disabled={make.isPending}
            onClick={() => make.mutate(kind, { onSuccess: (made) => setKeys({ ...keys, [kind]: made }) })}
          >
            Create a {kind} key for {env}
          </SendButton>
          <span className={kit.hint}>{hintOf(kind, disabledReason)}</span>
        </div>
      ) : (
        <p className={kit.notice} role="status">
          Copy the key before you leave. You won’t see it again.
        </p>
      )}
      <FormProblem problem={make.error} />
      <Snippet label={`Evaluate with ${languageNames[language]}`} code={snippets[language](question)} />
      <FirstEvaluation {...{ org, project, env, feature }} onSeen={onSeen} />
      <Leaving isUnused={isUnused} />
    </Step>
  );
}

function hintOf(kind: Kind, disabledReason: string | undefined): string {
  if (disabledReason !== undefined)
    return `Ask an admin for a ${kind} key and replace ${missingKey} with it.`;
  return kind === 'client' ? 'Safe to publish in web pages and apps.' : 'Secret. Keep it on your servers.';
}

function Languages({ language }: { language: Language }) {
  const navigate = useNavigate();
  return (
    <div className={style.languages} role="group" aria-label="Language">
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === language}
          onClick={() => void navigate({ to: '.', search: { language: each } as never, replace: true })}
        >
          {languageNames[each]}
        </button>
      ))}
    </div>
  );
}

/** Asks before the page is left while its key was never used. */
function Leaving({ isUnused }: { isUnused: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnused && current.pathname !== next.pathname,
    enableBeforeUnload: isUnused,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      isOpen
      title="Leave without the key?"
      action="Leave"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      <p>
        You won’t see this key again, and it has not been used yet. You can create another one later. You can
        revoke it in the environment.
      </p>
    </ConfirmDialog>
  );
}
