import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getConcurrentChange } from '../api/api-error.ts';
import { Button } from '../design/button.tsx';
import { ErrorDetails } from '../design/error-details.tsx';
import { Dialog } from '../design/floating/dialog.tsx';
import kit from '../design/kit.module.css';
import { RequestId } from '../design/request-id.tsx';
import { Conflicts } from './conflicts.tsx';
import { Differences } from './differences.tsx';
import type { Choices, Preview } from './editable-document.ts';
import type { DocumentEditor } from './use-document-editor.ts';
import { whoSaved } from './who-saved.ts';

export interface ConflictTexts {
  readonly title: string;
  readonly isProtected: boolean;
  /** A sentence about the concurrent change; absent or empty = its lines alone. */
  readonly summary?: string;
  /** Returns one side of a conflict in words; absent = values are shown as they are. */
  readonly describeSide?: (path: string, side: unknown) => string;
}

/** Shows what somebody else saved first. The draft stays until the user decides. */
export function ConflictDialog<Value, Answer extends Preview>({
  editor,
  texts: { title, isProtected, summary, describeSide },
}: {
  editor: DocumentEditor<Value, Answer>;
  texts: ConflictTexts;
}) {
  const { document, base, value, stored } = editor;
  const change = getConcurrentChange(editor.error);
  const [choices, setChoices] = useState<Choices>({});
  const merge = (chosen: Choices) => document.merge!({ base, value }, chosen);
  const first = useQuery({
    queryKey: ['merge', document.name, stored.etag, { base, value }],
    queryFn: () => merge({}),
    retry: false,
    gcTime: 0,
  });
  /** Rebases the draft onto the stored version. The user reviews the difference before saving. */
  const overwrite = useMutation({
    async mutationFn() {
      const theirs = await document.read();
      editor.rebase({ base: theirs, value: document.carryOver?.(value, theirs.value) ?? value });
    },
  });
  const combine = useMutation({
    async mutationFn() {
      const { merged, conflicts } = await merge(choices);
      if (conflicts.length === 0) editor.rebase({ base: await document.read(), value: merged });
      return conflicts;
    },
  });
  const acceptTheirs = useMutation({
    async mutationFn() {
      await document.read();
      editor.discard();
    },
  });
  const conflicts = combine.data ?? first.data?.conflicts ?? [];
  const isUndecided = conflicts.some(({ path }) => choices[path] === undefined);
  const isPending = [overwrite, combine, acceptTheirs].some((each) => each.isPending);
  const error = overwrite.error ?? combine.error ?? acceptTheirs.error;
  return (
    <Dialog isOpen isOverOthers onClose={editor.close} title={title}>
      <p>{whoSaved(change)}</p>
      {summary && <p>{summary}</p>}
      <Differences
        changes={(change?.changes ?? []).map((line) => ({ text: document.describe(line) }))}
        isProtected={isProtected}
      />
      <Conflicts {...{ conflicts, choices, describeSide }} onChoose={setChoices} />
      {error && (
        <div className={kit.wrong} role="alert">
          {error.message}
          <ErrorDetails of={error} />
          <RequestId of={error} />
        </div>
      )}
      <div className={kit.actions}>
        <Button onClick={editor.close}>Cancel</Button>
        <Button disabled={isPending} onClick={() => acceptTheirs.mutate()}>
          Use theirs
        </Button>
        <Button kind="danger" disabled={isPending} onClick={() => overwrite.mutate()}>
          Overwrite
        </Button>
        <Button
          kind="main"
          disabled={isPending || (combine.data !== undefined && isUndecided)}
          onClick={() => combine.mutate()}
        >
          {combine.data !== undefined && conflicts.length > 0 ? 'Continue' : 'Merge'}
        </Button>
      </div>
    </Dialog>
  );
}
