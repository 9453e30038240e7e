import { useQuery } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';
import type { OfServing } from '../../../api/queries/project.ts';
import type { User, Variation } from '../../../api/types.ts';
import { QueryBoundary } from '../../../design/query-boundary.tsx';
import { Button } from '../../../design/button.tsx';
import kit from '../../../design/kit.module.css';
import { VariationName } from '../../../flags/variation/variation-mark.tsx';
import { percent } from '../../../flags/variation/percent.ts';
import { useDebounced } from '../../../design/hooks/use-debounced.ts';
import { useLocalStorage } from '../../../design/hooks/use-local-storage.ts';
import { computeShares } from './hints.ts';
import { currentRollout } from '../../../flags/rollout/rollout.ts';
import type { Document } from './model.ts';
import { PreviewInShort } from './preview-in-short.tsx';
import { answeredQuery, previewQuery } from './queries.ts';
import style from './targeting.module.css';
import { formatCount, formatNumber } from '../../../design/count.ts';
import { getReasonName } from '../../../flags/reasons.ts';
import { getUserName, readUsers } from '../../../flags/condition/users.ts';

interface Options {
  readonly target: OfServing;
  readonly variations: readonly Variation[];
  readonly document: Document;
  readonly isDraft: boolean;
  /** Milliseconds. */
  readonly now: number;
}

/** Previews the audience: by arithmetic, for pasted users, and by past evaluations. */
export function PreviewPanel(options: Options & { account: string }) {
  const [isOpen, setOpen] = useState(false);
  const { target, account, document, isDraft } = options;
  const kept = `${account}:${target.org}/${target.project}:users`;
  return (
    <section className={`${kit.card} ${style.card}`} aria-labelledby="preview">
      <header className={style.head}>
        <h2 id="preview">Preview</h2>
        {!isOpen && isDraft && <PreviewInShort {...{ target, document, kept }} />}
        <Button kind="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide' : 'Preview audience'}
        </Button>
      </header>
      {isOpen && (
        <>
          <Arithmetic {...options} />
          <PastedUsers {...options} kept={kept} />
          <Answered {...options} />
        </>
      )}
    </section>
  );
}

function Name({ slug, variations }: { slug: string; variations: readonly Variation[] }) {
  return slug === '' ? <span>no value</span> : <VariationName slug={slug} variations={variations} />;
}

/** Shows rollout × split for users who match a rule and no earlier one. */
function Arithmetic({ document, variations, now }: Options) {
  const rules = (document.targeting?.rules ?? []).filter(({ enabled }) => enabled !== false);
  if (rules.length === 0) return null;
  return (
    <div>
      <h3>Among users who match a rule</h3>
      <ul className={style.parts}>
        {rules.map((rule, at) => (
          <li key={at} className={kit.named}>
            <span>{rule.name || `Rule ${at + 1}`}:</span>
            {computeShares(rule, currentRollout(rule.rollout, now)).map(({ variation, share }) => (
              <span key={variation} className={kit.named}>
                {percent(share)} <Name slug={variation} variations={variations} />
              </span>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The limit of a file, because its text is parsed on each key press. */
const maxFileBytes = 1_000_000;

function PastedUsers({ target, variations, document, isDraft, kept }: Options & { kept: string }) {
  const [text, keep] = useLocalStorage(kept);
  const [isTooLarge, setTooLarge] = useState(false);
  const { users, problem = isTooLarge ? 'The file is larger than 1 MB.' : undefined } = readUsers(text);
  const asked = useDebounced({ document: isDraft ? document : undefined, users }, 400);
  const query = useQuery({
    ...previewQuery(target, asked.document, asked.users),
    enabled: asked.users.length > 0,
  });
  async function drop(event: DragEvent) {
    const [file] = event.dataTransfer.files;
    if (file === undefined) return;
    event.preventDefault();
    setTooLarge(file.size > maxFileBytes);
    if (file.size <= maxFileBytes) keep(await file.text());
  }
  return (
    <div>
      <label className={kit.field}>
        <span className={kit.label}>Users</span>
        <textarea
          className={`${kit.input} ${style.users}`}
          rows={4}
          placeholder={'{"id": "user-1", "country": "CA"}'}
          value={text}
          spellCheck={false}
          onChange={(event) => {
            setTooLarge(false);
            keep(event.target.value);
          }}
          onDrop={(event) => void drop(event)}
        />
      </label>
      <p className={problem === undefined ? kit.hint : kit.wrong}>
        {problem ??
          (users.length === 0
            ? 'Paste or drop up to 1,000 users as JSON, CSV or a list of IDs. Kept in this browser, and sent only to calculate this preview.'
            : formatCount(users.length, 'user'))}
      </p>
      {users.length > 0 && (
        <QueryBoundary of={query} height={120}>
          {({ before, after, moved, rules }) => (
            <>
              <Counts {...{ before, after, variations, isDraft }} />
              {isDraft && <Moves moved={moved} users={asked.users} variations={variations} />}
              <ul className={style.parts}>
                {rules.map(({ name, matched, served }, at) => (
                  <li key={at}>
                    {name || `Rule ${at + 1}`}: {formatNumber(matched)} matched, {formatNumber(served)} served
                  </li>
                ))}
              </ul>
            </>
          )}
        </QueryBoundary>
      )}
    </div>
  );
}

type Counted = Readonly<Record<string, number>>;

function Counts({
  before,
  after,
  variations,
  isDraft,
}: {
  before: Counted;
  after: Counted;
  variations: readonly Variation[];
  isDraft: boolean;
}) {
  const slugs = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return (
    <table className={`${kit.table} ${style.counts}`}>
      <thead>
        <tr>
          <th scope="col">Variation</th>
          <th scope="col">Now</th>
          {isDraft && <th scope="col">After saving</th>}
        </tr>
      </thead>
      <tbody>
        {slugs.map((slug) => (
          <tr key={slug}>
            <td>
              <Name slug={slug} variations={variations} />
            </td>
            <td>{formatNumber(before[slug] ?? 0)}</td>
            {isDraft && <td>{formatNumber(after[slug] ?? 0)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Moves({
  moved,
  users,
  variations,
}: {
  moved: readonly { index: number; from: string | null; to: string | null }[];
  users: readonly User[];
  variations: readonly Variation[];
}) {
  if (moved.length === 0) return <p>No user would change.</p>;
  const ways = new Map<string, (typeof moved)[number][]>();
  for (const each of moved) {
    const way = `${each.from ?? ''}\n${each.to ?? ''}`;
    ways.set(way, [...(ways.get(way) ?? []), each]);
  }
  return (
    <ul className={style.parts}>
      {[...ways].map(([way, who]) => {
        const [from = '', to = ''] = way.split('\n');
        const named = who.slice(0, 5).map(({ index }) => getUserName(users[index]));
        return (
          <li key={way} className={kit.named}>
            <b>{who.length === 1 ? '1 changes' : `${who.length} change`}</b>
            <Name slug={from} variations={variations} /> → <Name slug={to} variations={variations} />
            <span className={kit.hint}>
              {named.join(', ')}
              {who.length > 5 && ` and ${who.length - 5} more`}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Shows past evaluations by variation and reason. */
function Answered({ target, variations }: Options) {
  const query = useQuery(answeredQuery(target));
  return (
    <div>
      <h3>Evaluations in the last 7 days</h3>
      <QueryBoundary
        of={query}
        height={80}
        isEmpty={({ items }) => rowsOf(items, target.env).length === 0}
        empty={<p className={kit.hint}>No evaluations in the last 7 days</p>}
      >
        {({ items }) => (
          <ul className={style.parts}>
            {rowsOf(items, target.env).map(({ variable, variation, reason, count, share }) => (
              <li key={`${variable} ${variation} ${reason}`} className={kit.named}>
                <code>{variable}</code>
                <Name slug={variation ?? ''} variations={variations} />{' '}
                {percent(Math.round(share * 1_000) / 10)}
                <span className={kit.hint}>
                  {formatCount(count, 'evaluation')}, {getReasonName(reason)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </div>
  );
}

interface AnsweredIn {
  readonly environment: string;
  readonly last_7_days: readonly {
    readonly variable: string;
    readonly variation: string | null;
    readonly reason: string;
    readonly count: number;
    readonly share: number;
  }[];
}

const rowsOf = (items: readonly AnsweredIn[], env: string) =>
  items.find(({ environment }) => environment === env)?.last_7_days.slice(0, 20) ?? [];
