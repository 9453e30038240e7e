import { countApprovals } from '../../../api/session/denied-reason.ts';
import { useWriteMode } from '../../../api/session/use-write-mode.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { getErrorDetails, isUnavailable } from '../../../api/api-error.ts';
import {
  environmentsQuery,
  featureQuery,
  segmentsQuery,
  servingQuery,
  sessionQuery,
} from '../../../api/queries/project.ts';
import type { Environment, Feature, Segment, Serving } from '../../../api/types.ts';
import { isMissingValue } from '../../../flags/condition/field-errors.ts';
import { describeServed } from '../../../flags/condition/words.ts';
import { describeServingChange } from '../../../flags/sentences.ts';
import { getTargetingState } from '../../../flags/targeting-states.ts';
import { QueryBoundary } from '../../../design/query-boundary.tsx';
import { Button } from '../../../design/button.tsx';
import { Icon } from '../../../design/icons.tsx';
import kit from '../../../design/kit.module.css';
import { paths } from '../../../page/paths.ts';
import { SavedByLine } from '../../../editing/saved-by.tsx';
import { useDocumentEditor } from '../../../editing/use-document-editor.ts';
import { useToast } from '../../../design/floating/toast.tsx';
import { NoValues, ValuesInShort } from './values-in-short.tsx';
import { Defaults } from './defaults.tsx';
import { LimitsUsed } from './limits-used.tsx';
import { createTargetingDocument } from './document.ts';
import { findHints } from './hints.ts';
import { addRule, toDocument, type Document } from './model.ts';
import { Prerequisites } from './prerequisites.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { RequiredBy } from './required-by.tsx';
import { RuleList } from './rule-list.tsx';
import { SevenDays } from './seven-days.tsx';
import { TargetingBar } from './targeting-bar.tsx';
import style from './targeting.module.css';
import { WhatIsServed } from './what-is-served.tsx';

export function TargetingPage() {
  const target = useParams({ from: '/framed/o/$org/p/$project/features/$feature/env/$env' });
  const serving = useQuery(servingQuery(target));
  const { data: feature } = useQuery(featureQuery(target));
  const { data: environments } = useQuery(environmentsQuery(target));
  const { data: segments = [] } = useQuery(segmentsQuery(target));
  const environment = environments?.find(({ slug }) => slug === target.env);
  return (
    <QueryBoundary
      of={{
        data: serving.data &&
          feature &&
          environment && { serving: serving.data, feature: feature.body, environment },
        error: serving.error,
        refetch: serving.refetch,
        dataUpdatedAt: serving.dataUpdatedAt,
      }}
      height={320}
    >
      {({ serving: { body, etag }, ...rest }) => (
        <Editor
          key={`${target.feature}/${target.env}`}
          target={target}
          serving={body}
          etag={etag}
          segments={segments}
          {...rest}
        />
      )}
    </QueryBoundary>
  );
}

interface EditorOptions {
  readonly target: { org: string; project: string; feature: string; env: string };
  readonly serving: Serving & { readonly required_by: readonly { readonly feature: string }[] };
  readonly etag: string;
  readonly feature: Feature;
  readonly environment: Environment;
  readonly segments: readonly Segment[];
}

function Editor({ target, serving, etag, feature, environment, segments }: EditorOptions) {
  const { data: session } = useQuery(sessionQuery);
  const { isProposed, disabledReason } = useWriteMode(target.org, environment);
  const account = session?.account?.email ?? '';
  const stored = toDocument(serving);
  const client = useQueryClient();
  const showToast = useToast();
  const editor = useDocumentEditor(
    createTargetingDocument(client, target, account, isProposed),
    { etag, value: stored },
    {
      isReadOnly: disabledReason !== undefined,
      onSaved({ changeId, value }) {
        const subject = `${target.feature} in ${environment.name}`;
        const text = [`Saved ${subject}`, describeServingChange(stored, value, 'past')].filter(Boolean);
        showToast(text.join(' · '), { change: { org: target.org, id: changeId }, subject });
      },
    },
  );
  const document = editor.value;
  // Missing values are no errors until the user saves.
  const errors = getErrorDetails(editor.error);
  const details = editor.status === 'invalid' ? errors : errors.filter((each) => !isMissingValue(each));
  const rules = document.targeting?.rules ?? [];
  const [now] = useState(() => Date.now());
  const isOff = getTargetingState(stored.targeting) === 'off';
  const isUnapplied = isOff || feature.status !== 'live';
  const nameOf = (slug: string) => feature.variations.find((each) => each.slug === slug)?.name || slug;
  const describe = (of: Document) => describeServed(feature.status, of, nameOf);
  return (
    <div className={style.editor}>
      <SavedByLine org={target.org} saved={editor.isDirty ? editor.savedByOthers : undefined} />
      {editor.isDirty && isUnavailable(editor.preview.error) && (
        <p className={kit.notice} role="status">
          {editor.preview.error.message} Your changes are kept in this browser. Evaluation continues.
        </p>
      )}
      {environment.protected && (
        <p className={kit.protected}>
          <Icon name="lock" />
          Protected.{' '}
          {disabledReason ??
            (isProposed
              ? `Changes need ${countApprovals(environment)}. You propose them in a change request.`
              : 'You review every change.')}
        </p>
      )}
      <WhatIsServed {...{ target, isUnapplied }} now={describe(stored)} then={describe(document)}>
        <SevenDays target={target} variations={feature.variations} />
      </WhatIsServed>
      <RequiredBy target={target} features={serving.required_by} />
      <NoValues target={target} feature={feature} />
      {disabledReason !== undefined && !environment.protected && <p className={kit.hint}>{disabledReason}</p>}
      <section className={`${kit.card} ${style.card}`} aria-labelledby="targeting">
        <h2 id="targeting">Targeting in {environment.name}</h2>
        <Prerequisites
          {...{ target, document, details }}
          isReadOnly={disabledReason !== undefined}
          onChange={editor.change}
        />
        <RuleList
          {...{ document, stored, segments, details, now, isUnapplied }}
          variations={feature.variations}
          isReadOnly={disabledReason !== undefined}
          onChange={editor.change}
        />
        <LimitsUsed target={target} rules={rules} errors={errors} />
        {feature.variations.length > 0 && (
          <div>
            <Button
              icon="plus"
              disabledReason={disabledReason}
              onClick={() =>
                editor.change(
                  addRule(
                    document,
                    feature.variations.map(({ slug }) => slug),
                  ),
                )
              }
            >
              Add rule
            </Button>
          </div>
        )}
        <Defaults
          document={document}
          feature={feature}
          details={details}
          isReadOnly={disabledReason !== undefined}
          isUnapplied={isOff || feature.status === 'archived'}
          onChange={editor.change}
        />
      </section>
      <ValuesInShort target={target} feature={feature} />
      <PreviewPanel
        {...{ target, document, account, now }}
        isDraft={editor.isDirty}
        variations={feature.variations}
      />
      <OverridesLine {...{ target, isOff }} count={serving.overrides.count} />
      <TargetingBar
        editor={editor}
        target={target}
        isProposed={isProposed}
        environment={environment}
        variations={feature.variations}
        disabledReason={disabledReason}
        hints={rules.flatMap((rule, at) =>
          findHints(document, at, { segments, variations: feature.variations, now }).map(
            (hint) => `${rule.name || `Rule ${at + 1}`}: ${hint}`,
          ),
        )}
      />
    </div>
  );
}

function OverridesLine({
  target,
  count,
  isOff,
}: {
  target: EditorOptions['target'];
  count: number;
  isOff: boolean;
}) {
  if (count === 0) return null;
  return (
    <p className={kit.hint}>
      <Link to={paths.overrides} params={target}>
        {count === 1 ? '1 override' : `${count} overrides`}
      </Link>{' '}
      {isOff ? 'will apply when targeting is on.' : `${count === 1 ? 'applies' : 'apply'} before the rules.`}
    </p>
  );
}
