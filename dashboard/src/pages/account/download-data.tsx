import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { downloadAccountData } from '../../api/client.ts';
import { DownloadIcon } from '../../parts/icons.tsx';
import { Section } from '../../parts/page.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { saveFile } from '../../save-file.ts';

/** Everything that is kept about the account, as one file. */
export function DownloadData() {
  const download = useMutation({
    mutationFn: async () => {
      const data = await downloadAccountData();
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'oriel-account.json');
    },
  });
  return (
    <Section
      title="Your data"
      lead="Account, keys (without the secrets), sessions, agents, orders, ledger and the latest activity, as JSON."
    >
      {download.error ? <ErrorState error={download.error} /> : null}
      <Button
        variant="default"
        leftSection={<DownloadIcon size={16} />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download
      </Button>
      {download.isPending ? (
        <Text size="sm" c="dimmed" mt="xs" role="status">
          Gathering…
        </Text>
      ) : null}
    </Section>
  );
}
