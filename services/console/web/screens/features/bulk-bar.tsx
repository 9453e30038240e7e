import { getDeniedReason, type OwnMembership } from '../../api/session/denied-reason.ts';
import { useState } from 'react';
import type { InProject } from '../../api/queries/project.ts';
import { Button } from '../../design/button.tsx';
import { BulkDialog, type BulkWish } from './bulk-dialog.tsx';
import style from './features.module.css';
import { formatCount } from '../../design/count.ts';

/** Actions on the selected rows, at the foot of the page. */
export function BulkBar({
  org,
  project,
  membership,
  slugs,
  onDone,
}: InProject & {
  membership: OwnMembership | undefined;
  slugs: readonly string[];
  onDone: () => void;
}) {
  const [wish, setWish] = useState<BulkWish>();
  const tooMany = slugs.length > 500 ? 'You can change at most 500 features at once.' : undefined;
  const disabledReason = getDeniedReason(membership, 'define') ?? tooMany;
  const count = formatCount(slugs.length, 'feature');
  return (
    <section className={style.bulk} aria-label="Selected features">
      <b role="status">{count} selected</b>
      <Button onClick={onDone}>Clear</Button>
      <Button disabledReason={disabledReason} onClick={() => setWish('archived')}>
        Archive…
      </Button>
      <Button disabledReason={disabledReason} onClick={() => setWish('complete')}>
        Complete…
      </Button>
      <Button disabledReason={disabledReason} onClick={() => setWish('tag')}>
        Tag…
      </Button>
      {wish && (
        <BulkDialog {...{ org, project, slugs, wish }} onDone={onDone} onClose={() => setWish(undefined)} />
      )}
    </section>
  );
}
