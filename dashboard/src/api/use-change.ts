import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Has everything read again whose key begins with one of the names. */
export function useRefresh(...names: readonly string[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })));
}

/** A change of something that is shown; what shows it is read again, also where the change was refused. */
export function useChange<Input = void, Result = unknown>(
  change: (input: Input) => Promise<Result>,
  ...names: readonly string[]
) {
  return useMutation({ mutationFn: change, onSettled: useRefresh(...names) });
}
