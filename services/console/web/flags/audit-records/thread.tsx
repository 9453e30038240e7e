import { useInfiniteQuery } from '@tanstack/react-query';
import { commentsQuery } from '../../api/queries/audit-records.ts';
import { Comments } from '../comments/comments.tsx';
import { useComments } from './changes.ts';

/** Renders the comments on a change. */
export function Thread({ org, id }: { org: string; id: string }) {
  return <Comments query={useInfiniteQuery(commentsQuery(org, id))} writes={useComments(org, id)} />;
}
