import { useQuery } from '@tanstack/react-query';
import type { UsageRecord } from '../../api/schema.ts';
import { useCallers, useIsWorking } from '../../api/use-callers.ts';
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
  const { keys, agents } = useCallers();
  const isWorking = useIsWorking();
  const { data: trackers } = useQuery({
    ...workspaceQueries.trackers,
    enabled: source === 'schedule' && isWorking,
  });
  const name =
    keys?.find((key) => key.id === id)?.name ??
    agents?.find((agent) => agent.id === id)?.client_name ??
    trackers?.find((tracker) => tracker.id === id)?.name;
  return (
    <>
      {kinds[source]}
      {name ? ` “${name}”` : null}
    </>
  );
}
