import { useCan } from '../../api/session/use-can.ts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ChangeEvent } from 'react';
import { base } from '../../api/base.ts';
import { readChanged, settings } from '../../api/client.ts';
import { environmentsQuery, type InProject } from '../../api/queries/project.ts';
import { Button } from '../../design/button.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { Section } from '../../design/section.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { AffectedFeatures } from '../../flags/affected/affected-features.tsx';
import { findAffectedEnvironments } from '../../flags/affected/affected-environments.ts';
import { ImportAnswer } from './import-answer.tsx';
import { isYamlDocument } from './model.ts';

interface Document {
  readonly text: string;
  readonly fileName?: string;
}

/** Exports and imports the project as a document. */
export function Transfer({ target }: { target: InProject }) {
  const { org, project } = target;
  return (
    <>
      <Section title="Export">
        <p className={kit.hint}>
          Features, segments, environments and targeting as one document that you can import. Without keys and
          secrets.
        </p>
        <div>
          <a
            className={kit.button}
            href={`${base}/settings/v1/organisations/${org}/projects/${project}/export`}
            download={`${project}.json`}
          >
            Download {project}.json
          </a>
        </div>
      </Section>
      <Import target={target} />
    </>
  );
}

function useImport(target: InProject) {
  return ({ text, fileName }: Document, isDryRun: boolean) =>
    readChanged(
      settings.POST('/settings/v1/organisations/{org}/projects/{project}/import', {
        params: { path: { ...target }, query: { dry_run: isDryRun } },
        headers: { 'Content-Type': isYamlDocument(text, fileName) ? 'application/yaml' : 'application/json' },
        // Sends the document as it is.
        body: {},
        bodySerializer: () => text,
      }),
    );
}

/** Shows the changes of an import before it runs. */
function Import({ target }: { target: InProject }) {
  const disabledReason = useCan(target.org, 'manage-projects').reason;
  const [document, setDocument] = useState<Document>({ text: '' });
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const client = useQueryClient();
  const say = useToast();
  const send = useImport(target);
  const check = useMutation({ mutationFn: async () => (await send(document, true)).body });
  const run = useMutation({
    mutationFn: async () => {
      const { body, changeId } = await send(document, false);
      return { ...body, changeId };
    },
    async onSuccess({ changes, changeId: id }) {
      check.reset();
      say(
        `Imported into ${target.project}: ${changes.length === 1 ? '1 change' : `${changes.length} changes`}.`,
        {
          change: { org: target.org, id, isFinal: true },
        },
      );
      await client.invalidateQueries();
    },
  });
  function write(changed: Document) {
    setDocument(changed);
    check.reset();
    run.reset();
  }
  const { touches = [], touches_omitted: omitted = 0 } = check.data ?? {};
  const { list, isProtected } = findAffectedEnvironments(touches, omitted, environments);
  const isBusy = check.isPending || run.isPending;
  return (
    <Section title="Import">
      <DocumentFields document={document} onChange={write} />
      <FormProblem problem={run.error ?? check.error} />
      {check.data && <ImportAnswer answer={check.data} isDryRun isProtected={isProtected} />}
      {touches.length > 0 && <AffectedFeatures {...{ touches, omitted, environments }} />}
      {run.data && <ImportAnswer answer={run.data} />}
      <div className={kit.actions}>
        <Button
          disabledReason={disabledReason}
          disabled={isBusy || document.text.trim() === ''}
          onClick={() => check.mutate()}
        >
          Preview changes
        </Button>
        <SendButton
          type="button"
          problem={run.error}
          kind={isProtected ? 'guard' : 'main'}
          disabledReason={disabledReason}
          disabled={isBusy || check.data === undefined || check.data.changes.length === 0}
          onClick={() => run.mutate()}
        >
          {list === '' ? 'Import' : `Import into ${list}`}
        </SendButton>
      </div>
    </Section>
  );
}

function DocumentFields({
  document: { text, fileName },
  onChange,
}: {
  document: Document;
  onChange: (document: Document) => void;
}) {
  const id = useId();
  async function read(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? [];
    // Cleared, so that choosing the same file again triggers a change.
    event.target.value = '';
    if (file) onChange({ text: await file.text(), fileName: file.name });
  }
  return (
    <>
      <div className={kit.field}>
        <label className={kit.label} htmlFor={`${id}-file`}>
          File
        </label>
        <input
          id={`${id}-file`}
          type="file"
          accept=".json,.yaml,.yml,application/json,application/yaml"
          onChange={(event) => void read(event)}
        />
      </div>
      <div className={kit.field}>
        <label className={kit.label} htmlFor={`${id}-text`}>
          Or paste its text
        </label>
        <textarea
          id={`${id}-text`}
          className={kit.input}
          rows={8}
          spellCheck={false}
          value={text}
          aria-describedby={`${id}-hint`}
          onChange={(event) => onChange({ text: event.target.value })}
        />
        <p id={`${id}-hint`} className={kit.hint}>
          {fileName === undefined ? 'JSON or YAML. ' : `Of ${fileName}. `}
          The import creates and updates what the document lists. The rest stays, or is deleted with{' '}
          <code>prune: true</code>.
        </p>
      </div>
    </>
  );
}
