import { useQueryClient } from '@tanstack/react-query';
import { changeCredential } from '../../api/client.ts';
import type { KeyChanges } from '../../api/schema.ts';

/** Changes a key, and shows it as it is then. */
export function useChangeKey(id: string): (changes: KeyChanges) => Promise<void> {
  const queryClient = useQueryClient();
  return async (changes) => {
    await changeCredential(id, changes);
    await queryClient.invalidateQueries({ queryKey: ['credentials'] });
  };
}
