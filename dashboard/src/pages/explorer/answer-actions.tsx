import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../api/problem.ts';
import type { Envelope, ToolEntry } from '../../api/schema.ts';
import { useRefresh } from '../../api/use-change.ts';
import { createTracker, removeTracker, shareAnswer, workspaceQueries } from '../../api/workspace.ts';
import { questionText } from '../../asked-text.ts';
import { downloadDataset } from '../../charts/download-dataset.ts';
import { explorerLink } from '../../explorer-link.ts';
import { number, words } from '../../format.ts';
import { Act, Opener } from '../../parts/form.tsx';
import { DownloadIcon } from '../../parts/icons.tsx';
import { later, MenuButton } from '../../parts/later.tsx';
import { BarButton } from '../../parts/text.tsx';
import { showUndo } from '../../parts/undo-toast.tsx';
import { plainText } from '../../plain-text.ts';
import { navigate } from '../../router.tsx';
import { saveJson } from '../../save-file.ts';
import type { Arguments } from './form-values.ts';

const ShareDialog = later(async () => (await import('../../parts/share-dialog.tsx')).ShareDialog);
const TrackQuestion = later(async () => (await import('./track-question.tsx')).TrackQuestion);

interface KeepAnswerProps {
  readonly tool: ToolEntry;
  readonly asked: Arguments;
  readonly requestId: string;
}

const nameCharacters = 80;

/** What can be done with an answer beside reading it: keep its question, have it asked by itself, let others read it. */
export function KeepAnswer({ tool, asked, requestId }: KeepAnswerProps) {
  const refresh = useRefresh('trackers');
  const { data = [] } = useQuery(workspaceQueries.trackers);
  const name = (questionText(asked) || tool.title).slice(0, nameCharacters);
  const question = { name, tool: tool.name, args: asked };
  const saved = data.find(
    (one) => one.kind === 'question' && one.tool === tool.name && isSame(one.args, asked),
  );
  const save = async () => {
    const { id } = await createTracker(question, crypto.randomUUID());
    await refresh();
    await showUndo({ title: `Saved: ${name}`, undo: () => removeTracker(id).then(refresh) });
  };
  return (
    <>
      {saved ? null : (
        <Act look={BarButton} act={save}>
          Save
        </Act>
      )}
      <Opener
        look={BarButton}
        opens={(onClose) => (
          <TrackQuestion question={saved ?? question} tracker={saved} price={tool.credits} {...{ onClose }} />
        )}
      >
        {saved?.schedule ? 'Tracked' : 'Track'}
      </Opener>
      <Opener
        look={BarButton}
        opens={(onClose) => (
          <ShareDialog
            title="Share this answer"
            make={(days, key) => shareAnswer(requestId, days, key)}
            isSame={(share) => share.request_id === requestId}
            onClose={onClose}
          >
            Anyone with the link can read the question and this answer, including figures of your own site,
            without an account. They cannot see your balance, your keys or the complete lists.
          </ShareDialog>
        )}
      >
        Share
      </Opener>
    </>
  );
}

/** Whether both ask the same, in whatever order. */
function isSame(one: Arguments, other: Arguments): boolean {
  const sorted = (asked: Arguments) => JSON.stringify(Object.entries(asked).toSorted());
  return sorted(one) === sorted(other);
}

/** The answer to take along: its complete lists, free, the whole of it as JSON, and a report on paper. */
export function ExportAnswer({ envelope }: { readonly envelope: Envelope }) {
  const download = useMutation({
    mutationFn: ({ uri, format }: { readonly uri: string; readonly format: 'csv' | 'ndjson' }) =>
      downloadDataset(uri, format),
  });
  return (
    <MenuButton
      button={(onClick) => (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<DownloadIcon size={14} />}
          loading={download.isPending}
          title={download.error ? messageOf(download.error) : undefined}
          aria-haspopup="menu"
          onClick={onClick}
        >
          {download.error ? 'Not exported, try again' : 'Export'}
        </Button>
      )}
      groups={[
        ...envelope.resources.map(({ uri, name, rows, description }) => ({
          title: `${words(name.replaceAll('-', '_'))}, ${number(rows)} rows`,
          hint: plainText(description),
          isRow: true,
          actions: [
            ...(['csv', 'ndjson'] as const).map((format) => ({
              label: format.toUpperCase(),
              name: `${format.toUpperCase()} of ${words(name)}`,
              act: () => download.mutate({ uri, format }),
            })),
            {
              label: 'Open',
              name: `Open ${words(name)}`,
              act: () => navigate(explorerLink('export_dataset', { uri })),
            },
          ],
        })),
        {
          title: 'This answer',
          actions: [
            { label: 'JSON', act: () => saveJson(envelope, 'answer.json') },
            { label: 'Print or save as PDF', act: () => print() },
          ],
        },
      ]}
    />
  );
}
