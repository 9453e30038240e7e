import { useQuery } from '@tanstack/react-query';
import { environmentsQuery } from '../../api/queries/project.ts';
import type { OfSegment } from '../../api/queries/segments.ts';
import type { DryRun } from '../../api/types.ts';
import { SaveBar } from '../../editing/save-bar.tsx';
import type { DocumentEditor } from '../../editing/use-document-editor.ts';
import { AffectedFeatures } from '../../flags/affected/affected-features.tsx';
import { findAffectedEnvironments, isCommentRequired } from '../../flags/affected/affected-environments.ts';
import { describeEffect, type Document } from './model.ts';

/** Saves a segment after a review that lists the affected environments and features. */
export function SegmentBar({
  target,
  editor,
  disabledReason,
  isProtected,
  isUsed,
}: {
  target: OfSegment;
  editor: DocumentEditor<Document, DryRun>;
  disabledReason: string | undefined;
  /** Rules of a protected environment use it. */
  isProtected: boolean;
  /** Rules use it. */
  isUsed: boolean;
}) {
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const { value, base } = editor;
  return (
    <SaveBar
      editor={editor}
      target={target}
      disabledReason={disabledReason}
      review={({
        changes = [],
        touches = [],
        touches_omitted: omitted = 0,
        approval_required: guarded = [],
      }: Partial<DryRun> = {}) => {
        const where = findAffectedEnvironments(touches, omitted, environments);
        const isProposed = guarded.length > 0;
        return {
          title: isProposed ? `Propose changes to ${where.list}` : `Save ${value.name || target.segment}?`,
          isProposed,
          isCommentRequired: isCommentRequired(touches, environments),
          action: where.list === '' ? 'Save segment' : `Save to ${where.list}`,
          isProtected: where.isProtected,
          summary: describeEffect({
            base: base.value,
            drafted: value,
            isChanged: changes.length > 0,
            isTouched: touches.length > 0,
            isUsed,
          }),
          children: touches.length > 0 && <AffectedFeatures {...{ touches, omitted, environments }} />,
        };
      }}
      conflict={{ title: `Conflicting changes in ${target.segment}`, isProtected }}
    />
  );
}
