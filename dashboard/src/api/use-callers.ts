import { useQuery } from '@tanstack/react-query';
import { queries } from './queries.ts';

/** Whether who is signed in works with tools, keys and agents, or with money alone; the service refuses the rest. */
export function useIsWorking(): boolean {
  const { data: session } = useQuery(queries.session);
  return session?.role !== 'billing';
}

/** Keys and agents of the account; undefined until they are there, and for those who may not see them. */
export function useCallers() {
  const enabled = useIsWorking();
  const { data: keys } = useQuery({ ...queries.credentials, enabled });
  const { data: agents } = useQuery({ ...queries.connections, enabled });
  return { keys, agents };
}
