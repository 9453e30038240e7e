import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { environmentsQuery, type InProject } from '../../api/queries/project.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { Differences } from '../../editing/differences.tsx';
import { findAffectedEnvironments } from '../../flags/affected/affected-environments.ts';
import { Field } from '../../design/forms/field.tsx';
import kit from '../../design/kit.module.css';
import { useToast } from '../../design/floating/toast.tsx';
import { AffectedFeatures } from '../../flags/affected/affected-features.tsx';
import { bulkDryRunQuery, useBulkChange, type BulkSet } from './changes.ts';

export type BulkWish = 'archived' | 'complete' | 'tag';

const words = {
  archived: { verb: 'Archive', done: 'Archived', meaning: 'Apps fall back to their code defaults.' },
  complete: {
    verb: 'Complete',
    done: 'Completed',
    meaning: 'Everyone gets the default of each environment.',
  },
  tag: { verb: 'Tag', done: 'Tagged', meaning: 'Tags don’t affect evaluation.' },
} as const;

const slugPattern = /^[a-z0-9][a-z0-9._-]{0,99}$/i;
const listed = (text: string) => [...new Set(text.split(/[\s,]+/).filter((each) => each !== ''))];

/** Shows the result of a dry run, with the features that would be skipped, and asks for confirmation. */
export function BulkDialog({
  org,
  project,
  slugs,
  wish,
  onDone,
  onClose,
}: InProject & {
  slugs: readonly string[];
  wish: BulkWish;
  onDone: () => void;
  onClose: () => void;
}) {
  const [added, setAdded] = useState('');
  const [removed, setRemoved] = useState('');
  const { data: environments = [] } = useQuery(environmentsQuery({ org, project }));
  const change = useBulkChange({ org, project });
  const say = useToast();
  const set = setOf(wish, listed(added), listed(removed));
  const isWhole =
    Object.keys(set).length > 0 &&
    [...listed(added), ...listed(removed)].every((tag) => slugPattern.test(tag));
  const dryRun = useQuery({ ...bulkDryRunQuery({ org, project }, slugs, set), enabled: isWhole });
  const { verb, done, meaning } = words[wish];
  const { touches = [], touches_omitted: omitted = 0 } = dryRun.data ?? {};
  const { list, isProtected } = findAffectedEnvironments(touches, omitted, environments);
  const left = slugs.length - (dryRun.data?.refused.length ?? 0);
  const count = (n: number) => (n === 1 ? '1 feature' : `${n} features`);
  function run() {
    change.mutate(
      { slugs, set },
      {
        onSuccess({ body, changeId: id }) {
          onDone();
          onClose();
          say(`${done} ${count(slugs.length - body.refused.length)}`, { change: { org, id } });
        },
      },
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={`${verb} ${count(slugs.length)}?`}
      action={`${verb} ${count(left)}${list === '' ? '' : ` in ${list}`}`}
      kind={isProtected ? 'guard' : 'main'}
      isPending={
        change.isPending || !isWhole || left === 0 || dryRun.data?.changes.length === 0 || !dryRun.data
      }
      error={change.error}
      onConfirm={run}
      onClose={onClose}
    >
      <div className={kit.form}>
        <p>{meaning}</p>
        {wish === 'tag' && (
          <>
            <Field
              label="Add tags"
              hint="Separate tags with commas."
              value={added}
              onChange={(event) => setAdded(event.target.value)}
            />
            <Field label="Remove tags" value={removed} onChange={(event) => setRemoved(event.target.value)} />
          </>
        )}
        {isWhole && (
          <QueryBoundary
            of={dryRun}
            height={80}
            isEmpty={({ changes, refused }) => changes.length + refused.length === 0}
            empty={<p className={kit.hint}>Nothing to change.</p>}
          >
            {({ changes, refused }) => (
              <>
                <Differences changes={changes} isProtected={isProtected} />
                {touches.length > 0 && <AffectedFeatures {...{ touches, omitted, environments }} />}
                {wish !== 'tag' && touches.length === 0 && changes.length > 0 && (
                  <p className={kit.hint}>
                    No environment serves these features, so evaluations stay the same.
                  </p>
                )}
                {refused.length > 0 && (
                  <>
                    <p className={kit.wrong}>{count(refused.length)} can’t be changed:</p>
                    <ul className={kit.errorDetails}>
                      {refused.map(({ feature, error }) => (
                        <li key={feature}>
                          <code>{feature}</code> {error}
                        </li>
                      ))}
                    </ul>
                  </>
                )}
              </>
            )}
          </QueryBoundary>
        )}
      </div>
    </ConfirmDialog>
  );
}

function setOf(wish: BulkWish, added: readonly string[], removed: readonly string[]): BulkSet {
  if (wish !== 'tag') return { status: wish };
  return {
    ...(added.length > 0 && { add_tags: added }),
    ...(removed.length > 0 && { remove_tags: removed }),
  };
}
