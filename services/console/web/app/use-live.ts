import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { followChanges } from '../api/live/changes-stream.ts';

/** Follows what others change in the organisation that is shown. */
export function useLive(org: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => (org === undefined ? undefined : followChanges(org, client)), [org, client]);
}
