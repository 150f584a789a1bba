import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useRefresh } from '../../api/use-change.ts';
import { createTracker, removeTracker } from '../../api/workspace.ts';
import { credits, number } from '../../format.ts';
import { Choice } from '../../parts/choice.tsx';
import { typed } from '../../parts/form.tsx';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { Hint } from '../../parts/text.tsx';
import { showUndo } from '../../parts/undo-toast.tsx';
import { lastMarket } from './last-market.ts';
import { mostAMonth, ownZone } from './tracker-words.ts';

const tool = 'inspect_search_visibility';
/** As many keywords as one call takes. */
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

interface TrackDialogProps {
  readonly keywords: readonly string[];
  readonly site?: string;
  readonly onClose: () => void;
}

/** Has the positions of a site looked up on schedule, once its price was seen. */
export function TrackDialog({ keywords, site: known, onClose }: TrackDialogProps) {
  const { data } = useQuery(queries.capabilities);
  const credit = data?.data.tools.find(({ name }) => name === tool)?.credits ?? 0;
  const [site, setSite] = useState(known ?? '');
  const [device, setDevice] = useState<(typeof devices)[number]['value']>('desktop');
  const [every, setEvery] = useState<(typeof rhythms)[number]['value']>('day');
  const places = device === 'both' ? (['desktop', 'mobile'] as const) : [device];
  const price = credit * Math.ceil(keywords.length / callKeywords) * places.length;
  const track = useTrack();
  const submit = () =>
    track({
      site,
      keywords,
      every,
      budget: price * mostAMonth[every],
      markets: places.map((one) => ({ ...lastMarket(), device: one })),
    });
  const title = `Track ${number(keywords.length)} ${keywords.length === 1 ? 'keyword' : 'keywords'}`;
  return (
    <FormDialog title={title} action="Track" isReady={price > 0} onSend={submit} onClose={onClose}>
      {known ? (
        <Text>
          The positions of <bdi>{known}</bdi> are looked up on schedule and kept.
        </Text>
      ) : (
        <TextInput label="Site" placeholder="example.com" required {...typed(site, setSite)} />
      )}
      <Choice label="Device" data={devices} value={device} onChange={setDevice} />
      <Choice label="How often" data={rhythms} value={every} onChange={setEvery} />
      <Hint>
        {credits(price)} each {every}, at most {credits(price * mostAMonth[every])} a month. Failed checks are
        free.
      </Hint>
    </FormDialog>
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
function useTrack() {
  const refresh = useRefresh('trackers');
  const [key] = useState(() => crypto.randomUUID());
  return async ({ site, keywords, every, budget, markets }: NewRanks) => {
    const [first = ''] = keywords;
    const rest = keywords.length > 1 ? ` and ${number(keywords.length - 1)} more` : '';
    const schedule = { every, at: '06:00', time_zone: ownZone() };
    const { id } = await createTracker(
      {
        kind: 'rank',
        name: `${site}: ${first}`.slice(0, shownName) + rest,
        ...{ site, markets, keywords: keywords.map((keyword) => ({ keyword })) },
        schedule: { ...schedule, ...(every === 'week' && { weekday: 'monday' }) },
        monthly_budget: budget,
      },
      key,
    );
    await refresh();
    void showUndo({
      title: `Tracking ${number(keywords.length)} ${keywords.length === 1 ? 'keyword' : 'keywords'} of ${site}`,
      href: `/trackers/${id}`,
      undo: () => removeTracker(id).then(refresh),
    });
  };
}
