import { Anchor, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { isOneMachine } from '../../browser-name.ts';
import { CodeBlock } from '../../parts/code.tsx';
import { Section } from '../../parts/page.tsx';
import { Hint, Note } from '../../parts/text.tsx';

/** Domains of the excerpt that every fresh folder has. */
const excerptDomains = 1_000;

/** On one machine that knows the excerpt alone: what loading real domains takes, and the command. */
export function OpenDataOffer() {
  const { data } = useQuery({ ...queries.capabilities, enabled: isOneMachine() });
  const graph = data?.data.sources.find(({ source_class }) => source_class === 'web_graph');
  const isLoaded = graph?.lists?.some(({ domains, kind }) => domains > excerptDomains || kind !== 'ranks');
  if (!graph || isLoaded) return null;
  return (
    <Section
      title="Facts about real domains"
      lead="This machine knows the top 1,000 domains of the open web graph. Load more from a terminal in the folder of the service; the next call uses it."
    >
      <Stack gap="sm">
        <Offer
          title="Authority of the top million domains"
          cost="Downloads about 40 MB and takes about a minute."
          command="npm run open-data -- ranks"
        />
        <Offer
          title="Who links to your site and its rivals"
          cost="Downloads 16 GB to the disk for the time it runs and keeps a few MB. It resumes where it was interrupted."
          command="npm run open-data -- sites example.com rival.com"
        />
        <Note>
          From the{' '}
          <Anchor href="https://commoncrawl.org/web-graphs" size="xs">
            Common Crawl Web Graph
          </Anchor>{' '}
          under its{' '}
          <Anchor href="https://commoncrawl.org/terms-of-use" size="xs">
            Terms of Use
          </Anchor>
          , which the command asks you to accept once.
        </Note>
      </Stack>
    </Section>
  );
}

interface OfferProps {
  readonly title: string;
  readonly cost: string;
  readonly command: string;
}

function Offer({ title, cost, command }: OfferProps) {
  return (
    <div>
      <Text fw={600}>{title}</Text>
      <Hint mb={4}>{cost}</Hint>
      <CodeBlock code={command} label="command" />
    </div>
  );
}
