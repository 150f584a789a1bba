import { Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { isOneMachine } from '../../browser-name.ts';
import { Hint } from '../../parts/text.tsx';

/** On one machine that knows the excerpt alone: how it comes to know more. */
export function OpenDataOffer() {
  const { data } = useQuery({ ...queries.capabilities, enabled: isOneMachine() });
  const graph = data?.data.sources.find(({ source_class }) => source_class === 'web_graph');
  const isLoaded = graph?.lists?.some(({ domains, kind }) => domains > 1_000 || kind !== 'ranks');
  if (!graph || isLoaded) return null;
  return (
    <Hint mt="xs">
      This machine knows the top 1,000 domains of the open web graph. <Code>npm run open-data -- ranks</Code>,
      in the folder of the service, loads a million: 40 MB, about a minute. docs/open-data.md says how to load
      who links to a site.
    </Hint>
  );
}
