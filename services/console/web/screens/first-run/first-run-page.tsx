import { useCan } from '../../api/session/use-can.ts';
import { getDeniedReason, type OwnMembership } from '../../api/session/denied-reason.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import {
  environmentsQuery,
  sessionOptionsQuery,
  sessionQuery,
  type InProject,
} from '../../api/queries/project.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { Icon } from '../../design/icons.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { prefer } from '../../design/preferences.ts';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { useMakeEnvironments, useMakeFeature, useMakeOrganisation, useMakeProject } from './changes.ts';
import style from './first-run.module.css';
import { KeyStep } from './key-step.tsx';
import { NameForm } from './name-form.tsx';
import { listMissing } from './model.ts';
import { firstFeatureQuery } from './queries.ts';
import { Step } from './step.tsx';

export function FirstRunPage() {
  const params = useParams({ from: '/framed/o/$org/p/$project/start' });
  return <FirstRun {...params} />;
}

/** Renders four steps to the first evaluation. Steps whose result exists are done. */
export function FirstRun({ org, project }: { org?: string | undefined; project?: string | undefined }) {
  const { data: session } = useQuery(sessionQuery);
  const own = session?.organisations.find(({ slug }) => slug === org);
  return (
    <Page
      title="Get your first flag running"
      documentTitle={['First run', project].filter(Boolean).join(' · ')}
      below="Your progress is saved. You can come back any time."
      actions={own && project !== undefined && <SkipLink org={own.slug} project={project} />}
    >
      <ol className={style.steps}>
        <OrganisationStep name={own && (own.name || own.slug)} />
        <ProjectStep org={own?.slug} project={project} />
        {own && project !== undefined ? (
          <OfProject org={own.slug} project={project} membership={own} />
        ) : (
          <>
            <Step number={3} title="Your first feature" state="waits" />
            <Step number={4} title="Get an API key and send your first request" state="waits" />
          </>
        )}
      </ol>
    </Page>
  );
}

function SkipLink({ org, project }: InProject) {
  return (
    <Link
      to={paths.features}
      params={{ org, project }}
      onClick={() => prefer({ setup: { org, project, isSkipped: true } })}
    >
      Skip setup
    </Link>
  );
}

function OrganisationStep({ name }: { name: string | undefined }) {
  const make = useMakeOrganisation();
  const { data: options } = useQuery({ ...sessionOptionsQuery, enabled: name === undefined });
  const disabledReason = options?.create_organisations === 'staff' ? onlyStaff : undefined;
  if (name !== undefined) {
    return (
      <Step number={1} title="Organisation" state="done">
        <p>
          <b>{name}</b>. Members share projects; usage is counted per organisation.
        </p>
      </Step>
    );
  }
  return (
    <Step number={1} title="Organisation" state="now">
      {disabledReason && <p className={kit.hint}>{disabledReason}</p>}
      <NameForm
        noun="organisation"
        action="Create organisation"
        initial=""
        disabledReason={disabledReason}
        onMake={make.mutateAsync}
      />
    </Step>
  );
}

const onlyStaff =
  'Only administrators can create organisations here. Ask yours for one, or ask an admin of an organisation for an invitation.';

function ProjectStep({ org, project }: { org: string | undefined; project: string | undefined }) {
  const title = 'Project with production and staging';
  if (org === undefined) return <Step number={2} title={title} state="waits" />;
  if (project !== undefined) return <ProjectDone org={org} project={project} />;
  return (
    <Step number={2} title={title} state="now">
      <MakeProject org={org} />
    </Step>
  );
}

function MakeProject({ org }: { org: string }) {
  const disabledReason = useCan(org, 'manage-projects').reason;
  const make = useMakeProject(org);
  return (
    <NameForm
      noun="project"
      action="Create project"
      initial="Web shop"
      disabledReason={disabledReason}
      onMake={make.mutateAsync}
    />
  );
}

function ProjectDone({ org, project }: InProject) {
  const disabledReason = useCan(org, 'manage-projects').reason;
  const query = useQuery(environmentsQuery({ org, project }));
  const { data: feature } = useQuery(firstFeatureQuery({ org, project }));
  const make = useMakeEnvironments({ org, project });
  const missing = listMissing(query.data ?? []).map(({ slug }) => slug);
  // Projects with other environments, or with a feature, do not need these two.
  const isDone = query.data === undefined || query.data.length > 1 || Boolean(feature);
  return (
    <Step number={2} title="Project with production and staging" state={isDone ? 'done' : 'now'}>
      <QueryBoundary of={query} height={24}>
        {(environments) => (
          <p className={style.line}>
            <b>{project}</b>
            {environments.length === 0 && ' has no environments yet.'}
            {environments.map(({ slug, name, protected: isProtected }) => (
              <span key={slug} className={kit.named}>
                {isProtected && <Icon name="lock" size={14} />}
                {name}
                {isProtected && ' (protected): only admins can make changes'}
              </span>
            ))}
          </p>
        )}
      </QueryBoundary>
      {!isDone && (
        <div className={style.line}>
          <SendButton
            type="button"
            problem={make.error}
            kind="main"
            disabledReason={disabledReason}
            disabled={make.isPending}
            onClick={() => make.mutate()}
          >
            Create {missing.join(' and ')}
          </SendButton>
          <FormProblem problem={make.error} />
        </div>
      )}
    </Step>
  );
}

function OfProject({ org, project, membership }: InProject & { membership: OwnMembership | undefined }) {
  const toDefine = useCan(org, 'define').reason;
  const toManage = useCan(org, 'manage-projects').reason;
  const query = useQuery(firstFeatureQuery({ org, project }));
  const { data: environments = [] } = useQuery(environmentsQuery({ org, project }));
  // The key belongs to an unprotected environment if there is one, so that trying things out affects no users.
  const env = (environments.find((each) => !each.protected) ?? environments[0])?.slug;
  const [isEvaluated, setEvaluated] = useState(false);
  const own = environments
    .filter((each) => getDeniedReason(membership, 'serve', each) === undefined)
    .map(({ slug }) => slug);
  const make = useMakeFeature({ org, project }, own);
  const feature = query.data;
  useEffect(() => prefer({ setup: isEvaluated ? undefined : { org, project } }), [org, project, isEvaluated]);
  if (env === undefined || feature === undefined) {
    return (
      <Step number={3} title="Your first feature" state={query.error ? 'now' : 'waits'}>
        {query.error && <FormProblem problem={query.error} />}
      </Step>
    );
  }
  if (feature === null) {
    return (
      <>
        <Step number={3} title="Your first feature" state="now">
          <p>We’ll create a flag that returns “Hello” for everyone.</p>
          <NameForm
            noun="feature"
            action="Create feature"
            initial="Greeting"
            disabledReason={toDefine}
            onMake={make.mutateAsync}
          />
        </Step>
        <Step number={4} title="Get an API key and send your first request" state="waits" />
      </>
    );
  }
  const [variable] = feature.variables;
  return (
    <>
      <Step number={3} title="Your first feature" state="done">
        <p>
          <b>{feature.name || feature.slug}</b>
          {variable === undefined ? (
            <> has no variables yet. Your app reads variables.</>
          ) : (
            <>
              , read as <code>{variable.slug}</code>
            </>
          )}
        </p>
      </Step>
      <KeyStep
        {...{ org, project, env, feature }}
        disabledReason={toManage}
        isSeen={isEvaluated}
        onSeen={() => setEvaluated(true)}
      />
    </>
  );
}
