import { useQuery } from '@tanstack/react-query';
import type { OfServing } from '../../../api/queries/project.ts';
import { readUsers } from '../../../flags/condition/users.ts';
import { formatCount, formatNumber } from '../../../design/count.ts';
import kit from '../../../design/kit.module.css';
import { useDebounced } from '../../../design/hooks/use-debounced.ts';
import { useLocalStorage } from '../../../design/hooks/use-local-storage.ts';
import type { Document } from './model.ts';
import { previewQuery } from './queries.ts';

/** Shows how many of the last pasted users would change, while the panel is closed. */
export function PreviewInShort({
  target,
  document,
  kept,
}: {
  target: OfServing;
  /** The draft. */
  document: Document;
  /** The storage name of the pasted users. */
  kept: string;
}) {
  const [text] = useLocalStorage(kept);
  const { users } = readUsers(text);
  const asked = useDebounced({ document, users }, 400);
  const { data } = useQuery({
    ...previewQuery(target, asked.document, asked.users),
    enabled: asked.users.length > 0,
  });
  const isSettled = JSON.stringify(asked.document) === JSON.stringify(document);
  return (
    <span className={kit.hint} role="status">
      {isSettled && data && summarise(asked.users.length, data.moved.length)}
    </span>
  );
}

const summarise = (users: number, moved: number) =>
  `${formatNumber(moved)} of ${formatCount(users, 'user')} would change`;
