import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readChanged, readDryRun, settings } from '../../api/client.ts';
import { markDeleted, evictWhenUnused, unmark } from '../../api/live/deleted-features.ts';
import { invalidateProject } from '../../api/live/use-invalidate-project.ts';
import { featureQuery, type OfFeature } from '../../api/queries/project.ts';
import type { DryRun, Feature } from '../../api/types.ts';
import type { EditableDocument, Saved } from '../../editing/editable-document.ts';
import { useDocumentEditor } from '../../editing/use-document-editor.ts';
import type { FeaturePatch } from './changes.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/features/{feature}';

/** Fields of a feature. */
interface FieldsOfFeature<Fields> {
  readonly pick: (feature: Feature) => Fields;
  /** Returns the changed fields, which are the only ones to save. */
  readonly getChanges: (base: Fields, value: Fields) => FeaturePatch;
}

function createFeatureDocument<Fields>(
  client: QueryClient,
  target: OfFeature,
  { pick, getChanges }: FieldsOfFeature<Fields>,
): EditableDocument<Fields, DryRun> {
  const patch = (etag: string, body: FeaturePatch, query: { dry_run?: boolean }) =>
    settings.PATCH(path, { params: { path: { ...target }, query }, headers: { 'If-Match': etag }, body });
  return {
    name: [target.org, target.project, target.feature].join('/'),
    isEphemeral: true,
    subject: target,
    async read() {
      const { body, etag } = await client.fetchQuery({ ...featureQuery(target), staleTime: 0 });
      return { etag, value: pick(body) };
    },
    async dryRun({ base, value }) {
      const { body } = await readDryRun(patch(base.etag, getChanges(base.value, value), { dry_run: true }));
      return body;
    },
    async save({ base, value }) {
      const changes = getChanges(base.value, value);
      const isMoved = changes.slug !== undefined;
      if (isMoved) markDeleted(target);
      try {
        const { body, etag, changeId } = await readChanged(patch(base.etag, changes, {}));
        if (isMoved) evictWhenUnused(client, target);
        // A dialog that opens before the page has read the feature again begins with the saved version, not with a conflict.
        client.setQueryData(featureQuery({ ...target, feature: body.slug }).queryKey, { body, etag });
        return { etag, changeId, value: pick(body) };
      } catch (error) {
        unmark(target);
        throw error;
      } finally {
        invalidateProject(client, target);
      }
    },
    describe: ({ text }) => text,
    hasField: () => true,
  };
}

/**
 * Edits fields of a feature in a dialog. The draft starts from the version that the dialog opened with, so that a concurrent save causes a
 * conflict even if the page already shows it. After the first attempt the dialog follows the page. A save that finishes after the dialog was
 * closed calls `onSaved` but not `onClose`, because another dialog may be open by then.
 */
export function useFeatureEditor<Fields>(
  target: OfFeature,
  feature: Feature,
  fields: FieldsOfFeature<Fields>,
  { onSaved, onClose }: { onSaved: (saved: Saved<Fields>) => void; onClose: () => void },
) {
  const client = useQueryClient();
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => void (isOpen.current = false);
  }, []);
  const { data: now = { body: feature, etag: '' } } = useQuery(featureQuery(target));
  const [opened] = useState(now);
  const [isTried, setTried] = useState(false);
  const { etag, body } = isTried ? now : opened;
  const document = createFeatureDocument(client, target, fields);
  const editor = useDocumentEditor(
    document,
    { etag, value: fields.pick(body) },
    {
      isReadOnly: false,
      onSaved(saved) {
        if (isOpen.current) onClose();
        onSaved(saved);
      },
    },
  );
  return {
    ...editor,
    isTried,
    save() {
      setTried(true);
      return editor.save();
    },
  };
}
