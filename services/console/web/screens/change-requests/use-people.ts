import { useInfiniteQuery } from '@tanstack/react-query';
import { membersQuery } from '../../api/queries/project.ts';

/** Returns a function from the address of a person to their name; former members and unnamed ones keep their address. */
export function usePeople(org: string): (email: string) => string {
  const { data = [] } = useInfiniteQuery({ ...membersQuery(org), staleTime: 60_000 });
  return (email) => {
    const found = data.find((each) => each.email === email);
    return (found?.status === 'member' && found.name) || email;
  };
}
