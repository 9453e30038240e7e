import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { anonymous } from '../api/client.ts';
import { clearAccountStorage } from '../editing/account-storage.ts';
import { paths } from '../page/paths.ts';

/** Returns a function that ends the session and removes everything that the browser keeps for the account. */
export function useSignOut(account: string): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return () => {
    void anonymous.DELETE('/settings/v1/session').then(async () => {
      await navigate({ to: paths.signIn });
      client.clear();
      clearAccountStorage(account);
    });
  };
}
