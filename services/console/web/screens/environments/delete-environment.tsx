import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { Section } from '../../design/section.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { useDeleteEnvironment } from './changes.ts';
import type { OfEnvironment } from '../../api/queries/environments.ts';
import { RequiredComment } from '../../editing/required-comment.tsx';

export function DeleteEnvironment({
  target,
  etag,
  disabledReason,
  name,
  isCommentRequired,
}: {
  target: OfEnvironment;
  /** The version of the shown environment. */
  etag: string;
  disabledReason: string | undefined;
  name: string;
  isCommentRequired: boolean;
}) {
  const [isAsking, setAsking] = useState(false);
  const [comment, setComment] = useState('');
  const remove = useDeleteEnvironment(target);
  const navigate = useNavigate();
  const say = useToast();
  const { org, project, env } = target;
  const close = () => {
    setAsking(false);
    remove.reset();
  };
  return (
    <Section title="Delete">
      <p className={kit.hint}>Deletes the environment, its keys and its targeting. Features are kept.</p>
      <div className={kit.wraps}>
        <Button kind="danger" disabledReason={disabledReason} onClick={() => setAsking(true)}>
          Delete {name}
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete ${name}?`}
        action="Delete environment"
        kind="danger"
        typed={env}
        typedLabel={`Type its slug, ${env}`}
        isPending={remove.isPending}
        error={remove.error}
        onClose={close}
        onConfirm={() =>
          remove.mutate(
            { etag, comment: comment.trim() },
            {
              onSuccess({ changeId: id }) {
                say(`Deleted the environment “${name}”`, { change: { org, id, isFinal: true } });
                void navigate({ to: paths.environments, params: { org, project } });
              },
            },
          )
        }
      >
        Deletes the environment, its keys and its targeting. Features are kept. Within a second, apps that use
        its keys fall back to their code defaults. You can’t undo this.
        {isCommentRequired && <RequiredComment comment={comment} onChange={setComment} />}
      </ConfirmDialog>
    </Section>
  );
}
