import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { UsageRecord } from '../../api/schema.ts';

const kinds: Readonly<Record<UsageRecord['auth_source'], string>> = {
  api_key: 'API key',
  session: 'Dashboard',
  oauth: 'Agent',
};

type Caller = Pick<UsageRecord, 'auth_source' | 'credential_id'>;

/** Who made a call: `API key “Rank report”`, `Agent “Claude”`, `Dashboard`. */
export function CallerName({ auth_source: source, credential_id: id }: Caller) {
  const { data: keys } = useQuery(queries.credentials);
  const { data: agents } = useQuery(queries.connections);
  const name =
    keys?.find((key) => key.id === id)?.name ?? agents?.find((agent) => agent.id === id)?.client_name;
  return (
    <>
      {kinds[source]}
      {name ? ` “${name}”` : null}
    </>
  );
}
