import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  environmentsQuery,
  featureQuery,
  sessionQuery,
  usesQuery,
  type OfFeature,
} from '../../../api/queries/project.ts';
import { getDeniedReason } from '../../../api/session/denied-reason.ts';
import { servedQuery } from '../../../api/served-query.ts';
import type { Feature } from '../../../api/types.ts';
import { QueryBoundary } from '../../../design/query-boundary.tsx';
import { Button } from '../../../design/button.tsx';
import { getErrorDetails } from '../../../api/api-error.ts';
import kit from '../../../design/kit.module.css';
import { SavedByLine } from '../../../editing/saved-by.tsx';
import { useDocumentEditor } from '../../../editing/use-document-editor.ts';
import { useToast } from '../../../design/floating/toast.tsx';
import { GridTable } from './grid-table.tsx';
import { createValuesDocument } from './document.ts';
import { toGrid, findProblems } from './model.ts';
import { NewVariable, NewVariation } from './new-part-dialog.tsx';
import type { Serving } from './served.ts';
import style from './values.module.css';
import { ValuesBar } from './values-bar.tsx';

/** Edits the values of a feature's variations in a grid. */
export function ValuesPage() {
  const target = useParams({ from: '/framed/o/$org/p/$project/features/$feature/values' });
  const feature = useQuery(featureQuery(target));
  const { data: environments } = useQuery(environmentsQuery(target));
  const { data: session } = useQuery(sessionQuery);
  const uses = useQuery(usesQuery(target));
  const served = useQuery(servedQuery(target));
  return (
    <QueryBoundary
      of={{
        data:
          feature.data && environments && session && uses.data && !served.isPending
            ? { feature: feature.data, environments, session, uses: uses.data }
            : undefined,
        error: feature.error ?? uses.error,
        refetch: () => Promise.all([feature.refetch(), uses.refetch()]),
        dataUpdatedAt: feature.dataUpdatedAt,
      }}
      height={240}
    >
      {(data) => (
        <Editor
          key={`${target.project}/${target.feature}`}
          target={target}
          feature={data.feature.body}
          etag={data.feature.etag}
          account={data.session.account?.email ?? ''}
          serving={{
            membership: data.session.organisations.find(({ slug }) => slug === target.org),
            uses: data.uses,
            environments: data.environments,
            status: data.feature.body.status,
            served: served.data ?? {},
          }}
        />
      )}
    </QueryBoundary>
  );
}

function Editor({
  target,
  feature,
  etag,
  account,
  serving,
}: {
  target: OfFeature;
  feature: Feature;
  etag: string;
  account: string;
  serving: Serving;
}) {
  const [adding, setAdding] = useState<'variable' | 'variation'>();
  const client = useQueryClient();
  const showToast = useToast();
  const disabledReason = getDeniedReason(serving.membership, 'define');
  const editor = useDocumentEditor(
    createValuesDocument(client, target, account),
    { etag, value: toGrid(feature) },
    {
      isReadOnly: disabledReason !== undefined,
      onSaved: ({ changeId }) =>
        showToast(`Saved the values of ${target.feature}`, { change: { org: target.org, id: changeId } }),
    },
  );
  const { value: grid, change } = editor;
  const errors = getErrorDetails(editor.error).map(({ path, message }) => [path, message] as const);
  const problems = new Map([...errors, ...findProblems(grid)]);
  const close = () => setAdding(undefined);
  return (
    <section className={kit.card} aria-labelledby="values">
      <header className={style.head}>
        <h2 id="values">Variables and variations</h2>
        <span className={kit.named}>
          <Button icon="plus" disabledReason={disabledReason} onClick={() => setAdding('variable')}>
            Add variable
          </Button>
          <Button
            icon="plus"
            disabledReason={grid.variables.length === 0 ? 'Add a variable first' : disabledReason}
            onClick={() => setAdding('variation')}
          >
            Add variation
          </Button>
        </span>
      </header>
      <SavedByLine org={target.org} saved={editor.isDirty ? editor.savedByOthers : undefined} />
      {grid.variables.length === 0 ? (
        <div className={style.empty}>
          <p>
            Your app reads variables. A feature groups the variables that you release together. Add a
            variable, then define its values as variations.
          </p>
          <Button
            kind="main"
            icon="plus"
            disabledReason={disabledReason}
            onClick={() => setAdding('variable')}
          >
            Add your first variable
          </Button>
        </div>
      ) : (
        <GridTable
          {...{ grid, serving, problems, disabledReason }}
          base={editor.base.value}
          onChange={change}
        />
      )}
      {adding === 'variable' && <NewVariable grid={grid} onAdd={change} onClose={close} />}
      {adding === 'variation' && <NewVariation grid={grid} onAdd={change} onClose={close} />}
      <ValuesBar
        editor={editor}
        target={target}
        environments={serving.environments}
        disabledReason={disabledReason}
      />
    </section>
  );
}
