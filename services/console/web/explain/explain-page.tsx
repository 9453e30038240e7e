import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { bodyOf, settings } from '../api/client.ts';
import { environmentsQuery, featuresQuery } from '../api/queries.ts';
import { Answer } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import kit from '../ui/kit.module.css';
import { Page } from '../ui/page.tsx';
import { preferences } from '../ui/preferences.ts';
import { useToast } from '../ui/toast.tsx';
import { ExplanationView } from './explanation-view.tsx';
import style from './explain.module.css';
import { hashOfUser, readUser, userOfHash } from './model.ts';

const example = '{\n  "id": "user-1",\n  "country": "CA"\n}';
const from = '/framed/o/$org/p/$project/explain';

export function ExplainPage() {
  const params = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from: '/o/$org/p/$project/explain' });
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const { data: environments = [] } = useQuery(environmentsQuery(params));
  const { data: features } = useInfiniteQuery(featuresQuery(params, {}, 100));
  const variables =
    features?.pages.flatMap(({ items }) => items.flatMap((each) => each.variables.map(({ slug }) => slug))) ??
    [];
  const env =
    search.env ??
    (environments.find(({ slug }) => slug === preferences().lastEnvironment) ?? environments[0])?.slug;
  const variable = search.variable ?? variables[0];
  const typed = userOfHash(hash) ?? example;
  const say = useToast();
  const change = (next: { env?: string; variable?: string; user?: string }) =>
    void navigate({
      search: { ...search, env: next.env ?? env, variable: next.variable ?? variable } as typeof search,
      hash: hashOfUser(next.user ?? typed),
      replace: true,
    });
  return (
    <Page
      title="Explain"
      documentTitle={`Explain · ${params.project}`}
      actions={
        <Button
          icon="copy"
          onClick={() =>
            void navigator.clipboard
              ?.writeText(location.href)
              .then(() => say('Copied the link; the user stands behind its #.'))
          }
        >
          Copy link
        </Button>
      }
    >
      <div className={style.columns}>
        <form className={`${kit.card} ${style.form}`} onSubmit={(event) => event.preventDefault()}>
          <Choices {...{ env, variable, environments, variables, change }} />
          <UserField text={typed} onChange={(user) => change({ user })} />
        </form>
        <section className={`${kit.card} ${style.answer}`} aria-label="Explanation" aria-live="polite">
          {env !== undefined && variable !== undefined && (
            <Result {...params} env={env} variable={variable} at={search.at} text={typed} />
          )}
        </section>
      </div>
    </Page>
  );
}

function Choices({
  env,
  variable,
  environments,
  variables,
  change,
}: {
  env: string | undefined;
  variable: string | undefined;
  environments: readonly { slug: string; name: string; protected: boolean }[];
  variables: readonly string[];
  change: (next: { env?: string; variable?: string }) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(variable ?? '');
  const [shown, setShown] = useState(variable);
  if (shown !== variable) {
    setShown(variable);
    setTyped(variable ?? '');
  }
  return (
    <>
      <div className={kit.field}>
        <label className={kit.label} htmlFor={`${id}-variable`}>
          Variable
        </label>
        <input
          id={`${id}-variable`}
          className={kit.input}
          data-search
          list={`${id}-variables`}
          value={typed}
          maxLength={100}
          onChange={(event) => {
            setTyped(event.target.value);
            if (variables.includes(event.target.value)) change({ variable: event.target.value });
          }}
          onBlur={() => typed !== '' && change({ variable: typed })}
        />
        <datalist id={`${id}-variables`}>
          {variables.slice(0, 500).map((slug) => (
            <option key={slug} value={slug} />
          ))}
        </datalist>
      </div>
      <div className={kit.field}>
        <label className={kit.label} htmlFor={`${id}-env`}>
          Environment
        </label>
        <select
          id={`${id}-env`}
          className={kit.input}
          value={env}
          onChange={(event) => change({ env: event.target.value })}
        >
          {environments.map(({ slug, name, protected: isProtected }) => (
            <option key={slug} value={slug}>
              {name}
              {isProtected ? ' (protected)' : ''}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

/** Explains as one types, when the typing pauses. */
function UserField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  const id = useId();
  const read = readUser(typed);
  useEffect(() => {
    if (typed === text || 'wrong' in readUser(typed)) return undefined;
    const timer = setTimeout(() => onChange(typed), 150);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  return (
    <div className={kit.field}>
      <label className={kit.label} htmlFor={id}>
        User
      </label>
      <textarea
        id={id}
        className={kit.input}
        rows={9}
        spellCheck={false}
        value={typed}
        aria-invalid={'wrong' in read}
        aria-describedby={`${id}-said`}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p id={`${id}-said`} className={'wrong' in read ? kit.wrong : kit.hint}>
        {'wrong' in read
          ? read.wrong
          : 'Stays in this browser: it stands behind the # of the address. It is not counted.'}
      </p>
    </div>
  );
}

function Result(options: {
  org: string;
  project: string;
  env: string;
  variable: string;
  at: string | undefined;
  text: string;
}) {
  const { org, project, env, variable, at, text } = options;
  const read = readUser(text);
  const user = 'user' in read ? read.user : {};
  const query = useQuery({
    queryKey: ['explain', org, project, env, variable, at, text],
    queryFn: ({ signal }) =>
      bodyOf(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/environments/{env}/explain', {
          params: { path: { org, project, env } },
          body: { variable, user: user as never, ...(at && { at }) },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    enabled: 'user' in read,
  });
  return (
    <Answer of={query} height={240} isEmpty={() => false} empty={null}>
      {(explanation) => <ExplanationView explanation={explanation} org={org} project={project} env={env} />}
    </Answer>
  );
}
