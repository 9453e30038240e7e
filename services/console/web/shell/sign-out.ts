import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { anonymous } from '../api/client.ts';
import { paths } from '../ui/paths.ts';

/** Ends the session and forgets what was read. Drafts stay: they wait for their owner. */
export function useSignOut(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    void anonymous.DELETE('/settings/v1/session').then(async () => {
      await navigate({ to: paths.signIn });
      client.clear();
    });
  };
}
