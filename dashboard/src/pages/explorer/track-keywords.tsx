import { Button, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { createTracker, removeTracker, workspaceQueries } from '../../api/workspace.ts';
import { credits, number } from '../../format.ts';
import { Choice } from '../../parts/choice.tsx';
import { ErrorState } from '../../parts/states.tsx';
import { showUndo } from '../../parts/undo-toast.tsx';
import { lastMarket } from './last-market.ts';
import { mostAMonth, ownZone } from './tracker-words.ts';

interface TrackKeywordsProps {
  readonly keywords: readonly string[];
  /** Asked for where it is not known. */
  readonly site?: string;
  readonly size?: 'compact-xs' | 'xs';
}

const tool = 'inspect_search_visibility';
/** As many keywords as one tracker takes, and one call of it. */
const mostKeywords = 1_000;
const callKeywords = 100;
const shownName = 60;

const devices = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'both', label: 'Desktop and mobile' },
] as const;
const rhythms = [
  { value: 'day', label: 'Every day' },
  { value: 'week', label: 'Every week' },
] as const;

const chosenOf = <Value extends string>(
  choices: readonly { readonly value: Value }[],
  chosen: string | null,
  before: Value,
): Value => choices.find(({ value }) => value === chosen)?.value ?? before;

/** Watches where a site stands for the keywords, once its price was seen. */
export function TrackKeywords({ keywords, site, size = 'compact-xs' }: TrackKeywordsProps) {
  const { data: session } = useQuery(queries.session);
  const [isOpen, setOpen] = useState(false);
  const chosen = [...new Set(keywords)].slice(0, mostKeywords);
  // Visitors look at examples: they have nothing to keep.
  if (!session || chosen.length === 0) return null;
  return (
    <>
      <Button variant="light" size={size} onClick={() => setOpen(true)}>
        {chosen.length === 1 ? 'Track' : `Track ${number(chosen.length)}`}
      </Button>
      {isOpen ? (
        <TrackDialog keywords={chosen} {...(site && { site })} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}

interface TrackDialogProps extends Pick<TrackKeywordsProps, 'keywords' | 'site'> {
  readonly onClose: () => void;
}

function TrackDialog({ keywords, site: known, onClose }: TrackDialogProps) {
  const { data } = useQuery(queries.capabilities);
  const credit = data?.data.tools.find(({ name }) => name === tool)?.credits ?? 0;
  const [site, setSite] = useState(known ?? '');
  const [device, setDevice] = useState<(typeof devices)[number]['value']>('desktop');
  const [every, setEvery] = useState<(typeof rhythms)[number]['value']>('day');
  const places = device === 'both' ? (['desktop', 'mobile'] as const) : [device];
  const price = credit * Math.ceil(keywords.length / callKeywords) * places.length;
  const track = useTrack(onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const budget = price * mostAMonth[every];
    track.mutate({
      site,
      keywords,
      every,
      budget,
      markets: places.map((one) => ({ ...lastMarket(), device: one })),
    });
  };
  const title = `Track ${number(keywords.length)} ${keywords.length === 1 ? 'keyword' : 'keywords'}`;
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={submit}>
        <Stack>
          {known ? (
            <Text size="sm">
              Where <bdi>{known}</bdi> stands is looked up by itself and kept.
            </Text>
          ) : (
            <TextInput
              label="Site"
              placeholder="example.com"
              value={site}
              required
              onChange={(event) => setSite(event.currentTarget.value)}
            />
          )}
          <Choice
            label="Device"
            data={[...devices]}
            value={device}
            allowDeselect={false}
            onChange={(chosen) => setDevice(chosenOf(devices, chosen, device))}
          />
          <Choice
            label="How often"
            data={[...rhythms]}
            value={every}
            allowDeselect={false}
            onChange={(chosen) => setEvery(chosenOf(rhythms, chosen, every))}
          />
          <Text size="sm" c="dimmed">
            {credits(price)} each {every}, at most {credits(price * mostAMonth[every])} a month. What fails is
            free.
          </Text>
          {track.error ? <ErrorState error={track.error} /> : null}
          <Button type="submit" loading={track.isPending} disabled={price === 0} data-autofocus>
            Track
          </Button>
        </Stack>
      </form>
    </Modal>
  );
}

interface NewRanks {
  readonly site: string;
  readonly keywords: readonly string[];
  readonly every: 'day' | 'week';
  readonly budget: number;
  readonly markets: readonly Readonly<Record<string, string>>[];
}

/** Makes the tracker; told in a toast that takes it back. */
function useTrack(onDone: () => void) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries(workspaceQueries.trackers);
  const [key] = useState(() => crypto.randomUUID());
  return useMutation({
    mutationFn: async ({ site, keywords, every, budget, markets }: NewRanks) => {
      const [first = ''] = keywords;
      const rest = keywords.length > 1 ? ` and ${number(keywords.length - 1)} more` : '';
      const { id } = await createTracker(
        {
          kind: 'rank',
          name: `${site}: ${first}`.slice(0, shownName) + rest,
          ...{ site, markets, keywords: keywords.map((keyword) => ({ keyword })) },
          schedule: {
            every,
            at: '06:00',
            ...(every === 'week' && { weekday: 'monday' }),
            time_zone: ownZone(),
          },
          monthly_budget: budget,
        },
        key,
      );
      return { id, count: keywords.length, site };
    },
    onSuccess: async ({ id, count, site }) => {
      await refresh();
      onDone();
      await showUndo({
        title: `Tracking ${number(count)} ${count === 1 ? 'keyword' : 'keywords'} of ${site}`,
        href: `/trackers/${id}`,
        undo: () => removeTracker(id).then(refresh),
      });
    },
  });
}
