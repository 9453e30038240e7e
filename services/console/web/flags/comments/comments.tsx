import {
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseMutationResult,
} from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { sessionQuery } from '../../api/queries/project.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { Time } from '../../design/time.tsx';
import { Form } from '../../design/forms/form.tsx';
import style from './comments.module.css';

interface Comment {
  readonly id: string;
  readonly author: string;
  readonly text: string;
  readonly created_at: string;
  readonly edited_at: string | null;
}

/** The mutations of a thread. */
interface Writes {
  readonly add: UseMutationResult<unknown, Error, string>;
  readonly edit: UseMutationResult<unknown, Error, { comment: string; text: string }>;
  readonly remove: UseMutationResult<unknown, Error, string>;
}

const keepAddress = (email: string) => email;

/** Renders comments. Everyone can comment, including viewers, and edit or delete their own. */
export function Comments({
  query,
  writes: { add, edit, remove },
  getName = keepAddress,
}: {
  query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Comment[] }>>;
  writes: Writes;
  /** Returns the name of a person. */
  getName?: (email: string) => string;
}) {
  const { data: session } = useQuery(sessionQuery);
  const comments = query.data?.pages.flatMap(({ items }) => items);
  return (
    <section className={style.thread} aria-label="Comments">
      <QueryBoundary
        of={{
          data: comments,
          error: query.error,
          refetch: query.refetch,
          dataUpdatedAt: query.dataUpdatedAt,
        }}
        height={24}
        isEmpty={(data) => data.length === 0}
      >
        {(data) => (
          <ul>
            {data.map((comment) => (
              <CommentView
                key={comment.id}
                comment={comment}
                name={getName(comment.author)}
                isOwn={comment.author === session?.account?.email}
                error={edit.variables?.comment === comment.id ? edit.error : null}
                onEdit={(text) => edit.mutateAsync({ comment: comment.id, text })}
                onDelete={() => remove.mutate(comment.id)}
              />
            ))}
          </ul>
        )}
      </QueryBoundary>
      {query.hasNextPage && (
        <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
          Later comments
        </Button>
      )}
      <FormProblem problem={remove.error} />
      <Write
        label="Add a comment"
        action="Comment"
        text=""
        error={add.error}
        onWrite={(text) => add.mutateAsync(text)}
      />
    </section>
  );
}

function CommentView({
  comment: { text, created_at: at, edited_at: editedAt },
  name,
  isOwn,
  error,
  onEdit,
  onDelete,
}: {
  comment: Comment;
  name: string;
  isOwn: boolean;
  error: Error | null;
  onEdit: (text: string) => Promise<unknown>;
  onDelete: () => void;
}) {
  const [isEditing, setEditing] = useState(false);
  const close = () => setEditing(false);
  return (
    <li>
      <p className={kit.hint}>
        {name} · <Time at={at} />
        {editedAt !== null && ' · edited'}
      </p>
      {isEditing ? (
        <Write
          label="Your comment"
          action="Save"
          text={text}
          error={error}
          onWrite={(changed) => onEdit(changed).then(close)}
          onBack={close}
        />
      ) : (
        <p className={style.said}>{text}</p>
      )}
      {isOwn && !isEditing && (
        <p className={kit.named}>
          <Button kind="quiet" onClick={() => setEditing(true)}>
            Edit
          </Button>
          <Button kind="quiet" onClick={onDelete}>
            Delete
          </Button>
        </p>
      )}
    </li>
  );
}

function Write({
  label,
  action,
  text,
  error,
  onWrite,
  onBack,
}: {
  label: string;
  action: string;
  text: string;
  error: Error | null;
  onWrite: (text: string) => Promise<unknown>;
  onBack?: () => void;
}) {
  const [typed, setTyped] = useState(text);
  const [isPending, setPending] = useState(false);
  function submit(event: FormEvent) {
    event.preventDefault();
    setPending(true);
    // The input stays in the field, with the error below.
    void onWrite(typed)
      .then(
        () => setTyped(text),
        () => {},
      )
      .finally(() => setPending(false));
  }
  return (
    <Form onSubmit={submit}>
      <textarea
        className={`${kit.input} ${style.write}`}
        aria-label={label}
        placeholder={label}
        rows={typed.includes('\n') || typed.length > 90 ? 4 : 1}
        maxLength={10_000}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <FormProblem problem={error} />
      {typed.trim() !== '' && (
        <div className={kit.actions}>
          {onBack && <Button onClick={onBack}>Cancel</Button>}
          <SendButton problem={error} disabled={isPending}>
            {action}
          </SendButton>
        </div>
      )}
    </Form>
  );
}
