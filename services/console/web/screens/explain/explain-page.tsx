import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useRouterState, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { base } from '../../api/base.ts';
import { environmentsQuery, featuresQuery, segmentsQuery, sessionQuery } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import { useActions } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button, Keys } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { preferences } from '../../design/preferences.ts';
import { Snippet } from '../../design/snippet.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { usePaused } from '../../design/hooks/use-paused.ts';
import { Answers } from './answers.tsx';
import style from './explain.module.css';
import { createExplainCommand, hashOfUser, userOfHash, whyOld } from './model.ts';
import { Choices } from './choices.tsx';
import { bodyOfQuestion, type Question } from './queries.ts';
import { recentUsers, rememberUser } from './recent-users.ts';
import { createExample, readUser, formatUser } from './user.ts';
import { UserForm } from './user-form.tsx';

const from = '/framed/o/$org/p/$project/explain';

/** Returns the question, all of which is in the address; the user is in its fragment. */
function useQuestion() {
  const params = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from: '/o/$org/p/$project/explain' });
  // While the page is left, this is the search of the next page.
  const { hash, isHere } = useRouterState({
    select: ({ location }) => ({ hash: location.hash, isHere: /\/explain\/?$/.test(location.pathname) }),
    structuralSharing: true,
  });
  const { data: session } = useQuery(sessionQuery);
  const environmentsRead = useQuery(environmentsQuery(params));
  const environments = environmentsRead.data;
  const { data: segments } = useQuery(segmentsQuery(params));
  const { data: features } = useInfiniteQuery({
    ...featuresQuery(params, {}, 20),
    enabled: search.variable === undefined,
  });
  const account = session?.account?.email ?? '';
  const [first] = recentUsers(account);
  const last = environments?.find(({ slug }) => slug === preferences().lastEnvironment) ?? environments?.[0];
  const env = search.env ?? last?.slug;
  const variable =
    search.variable ?? features?.pages[0]?.items.flatMap(({ variables }) => variables)[0]?.slug;
  const begun =
    first === undefined ? segments && formatUser(createExample(segments)) : formatUser(userIn(first));
  const text = userOfHash(hash) ?? begun;
  const change = (next: { env?: string; variable?: string; at?: string | undefined; user?: string }) => {
    const { user = text ?? '', ...rest } = next;
    const wanted = { ...search, env, variable, ...rest } as typeof search;
    void navigate({ search: wanted, hash: hashOfUser(user), replace: true });
  };
  // Defaults are written to the address, so that a shared link shows the same answer.
  const isWhole = search.env !== undefined && search.variable !== undefined && userOfHash(hash) !== undefined;
  const chosen =
    isWhole || !isHere || env === undefined || variable === undefined || text === undefined
      ? undefined
      : { search: { ...search, env, variable }, hash: hashOfUser(text) };
  return {
    params,
    at: search.at,
    env,
    variable,
    text,
    account,
    environmentsRead,
    environments,
    chosen,
    change,
  };
}

/** Writes the input to the address when typing pauses, or at once with `settle`. */
function useTyped(text: string | undefined, change: (next: { user: string }) => void) {
  const [typed, setTyped] = useState(text ?? '');
  // Ignores changes of the address that came from older input.
  const [sent, setSent] = useState(text);
  if (text !== sent) {
    setSent(text);
    setTyped(text ?? '');
  }
  const isNew = sent !== undefined && typed !== sent && 'user' in readUser(typed);
  const settle = () => {
    if (!isNew) return;
    setSent(typed);
    change({ user: typed });
  };
  usePaused(typed, isNew, 150, settle);
  return { typed, setTyped, settle };
}

function userIn(text: string) {
  const read = readUser(text);
  return 'user' in read ? read.user : {};
}

export function ExplainPage() {
  const { params, at, env, variable, text, account, environmentsRead, environments, chosen, change } =
    useQuestion();
  const { typed, setTyped, settle } = useTyped(text, change);
  const [named, setNamed] = useState({ variable, typed: variable ?? '' });
  const [isCurl, setCurl] = useState(false);
  const client = useQueryClient();
  const environment = environments?.find(({ slug }) => slug === env);
  const read = text === undefined ? undefined : readUser(text);
  const user = read && 'user' in read ? read.user : undefined;
  // An unreadable user is not an anonymous one.
  const question =
    env === undefined || variable === undefined || user === undefined
      ? undefined
      : { ...params, env, variable, at, user };
  // Another variable discards the input.
  const fields = {
    variable: named.variable === variable ? named.typed : (variable ?? ''),
    user: readUser(typed),
  };
  const ask = () => {
    rememberUser(account, typed);
    settle();
    // Even if nothing changed.
    void client.invalidateQueries({ queryKey: ['explain', params.org, params.project] });
  };
  useActions([
    { label: 'Explain again', keys: 'Ctrl Enter', icon: 'play', run: ask },
    { label: 'Show as cURL', run: () => setCurl(true) },
  ]);
  return (
    <Page
      title="Explain"
      documentTitle={[`Explain ${variable ?? ''}`.trim(), env, params.project].filter(Boolean).join(' · ')}
      actions={<Actions question={question} onCopy={ask} openCurl={() => setCurl(true)} />}
    >
      {chosen && <Navigate to={paths.explain} params={params} replace {...chosen} />}
      <Choices
        {...params}
        {...{ env, variable, at, environments, change }}
        onTyping={(name) => setNamed({ variable, typed: name })}
      />
      <div className={style.columns}>
        <section className={`${kit.card} ${style.form}`} aria-labelledby="user">
          {text !== undefined && (
            <UserForm
              typed={typed}
              recent={recentUsers(account)}
              onChange={setTyped}
              onLeave={() => rememberUser(account, typed)}
            />
          )}
          <Button kind="main" onClick={ask}>
            Explain <Keys>Ctrl Enter</Keys>
          </Button>
        </section>
        {question && environment ? (
          <Answers
            question={question}
            account={account}
            environment={environment}
            environments={environments ?? []}
            change={change}
            old={whyOld(fields, question.variable)}
          />
        ) : (
          <QueryBoundary of={environmentsRead} height={120}>
            {(known) => (
              <Waiting
                environments={known}
                env={env}
                isMissing={variable === undefined}
                isBroken={read !== undefined && 'wrong' in read}
              />
            )}
          </QueryBoundary>
        )}
      </div>
      {isCurl && question && (
        <Dialog isOpen onClose={() => setCurl(false)} title="Explain with cURL">
          <p className={kit.hint}>
            Use an organisation token with the scope “settings”. The request counts no user and records no
            evaluation.
          </p>
          <Snippet
            label="cURL"
            code={createExplainCommand(`${location.origin}${base}`, question, bodyOfQuestion(question))}
          />
          <div className={kit.actions}>
            <Button onClick={() => setCurl(false)}>Close</Button>
          </div>
        </Dialog>
      )}
    </Page>
  );
}

function Actions({
  question,
  onCopy,
  openCurl,
}: {
  question: Question | undefined;
  onCopy: () => void;
  openCurl: () => void;
}) {
  const say = useToast();
  if (question === undefined) return null;
  function copy() {
    onCopy();
    // The user of the form, also if it came from the recent ones.
    const { env, variable, at, user } = question!;
    const search = new URLSearchParams({ env, variable, ...(at !== undefined && { at }) }).toString();
    const link = `${location.origin}${location.pathname}?${search}#${hashOfUser(formatUser(user))}`;
    void (navigator.clipboard?.writeText(link) ?? Promise.reject(new Error('no clipboard'))).then(
      () => say('Copied the link. Its fragment holds the user and is not sent to servers.'),
      () => say('Can’t access the clipboard. Copy the address instead.'),
    );
  }
  return (
    <>
      <Button icon="copy" onClick={copy}>
        Copy link
      </Button>
      <Button onClick={openCurl}>Show as cURL</Button>
    </>
  );
}

/** Renders the page while there is no question to answer. */
function Waiting({
  environments,
  env,
  isMissing,
  isBroken,
}: {
  environments: readonly Environment[];
  env: string | undefined;
  isMissing: boolean;
  /** Shown if the user of the address cannot be read. */
  isBroken: boolean;
}) {
  const isUnknown = env !== undefined && !environments.some(({ slug }) => slug === env);
  if (isBroken) {
    return (
      <p className={kit.notice} role="alert">
        Can’t read the user of this link. It may have been cut off. Correct it, or empty its field; nobody is
        explained until then.
      </p>
    );
  }
  return (
    <p className={kit.hint}>
      {isUnknown
        ? `This project has no environment “${env}”. Choose another one.`
        : isMissing && 'Choose a variable to see its value for a user, and why.'}
    </p>
  );
}
