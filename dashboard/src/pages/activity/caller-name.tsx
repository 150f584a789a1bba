import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import type { UsageRecord } from '../../api/schema.ts';
import { workspaceQueries } from '../../api/workspace.ts';

const kinds: Readonly<Record<UsageRecord['auth_source'], string>> = {
  api_key: 'API key',
  session: 'Dashboard',
  oauth: 'Agent',
  schedule: 'Schedule',
};

type Caller = Pick<UsageRecord, 'auth_source' | 'credential_id'>;

/** Who made a call: `API key “Rank report”`, `Agent “Claude”`, `Dashboard`, `Schedule “Our rivals”`. */
export function CallerName({ auth_source: source, credential_id: id }: Caller) {
  const { data: keys } = useQuery(queries.credentials);
  const { data: agents } = useQuery(queries.connections);
  const { data: questions } = useQuery({ ...workspaceQueries.questions, enabled: source === 'schedule' });
  const name =
    keys?.find((key) => key.id === id)?.name ??
    agents?.find((agent) => agent.id === id)?.client_name ??
    questions?.find((question) => question.id === id)?.name;
  return (
    <>
      {kinds[source]}
      {name ? ` “${name}”` : null}
    </>
  );
}
