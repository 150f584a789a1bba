import { Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useRefresh } from '../../api/use-change.ts';
import { createTracker, removeTracker } from '../../api/workspace.ts';
import { counted, credits, number } from '../../format.ts';
import { Choice, FormDialog, typed } from '../../parts/form.tsx';
import { Hint } from '../../parts/text.tsx';
import { showUndo } from '../../parts/undo-toast.tsx';
import { lastMarket } from './last-market.ts';
import { callKeywords, mostAMonth, ownZone, rhythms, termsOf, timesOf } from './tracker-words.ts';

const tool = 'inspect_search_visibility';
const shownName = 60;
const devices = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'mobile', label: 'Mobile' },
  { value: 'both', label: 'Desktop and mobile' },
] as const;

interface TrackDialogProps {
  readonly keywords: readonly string[];
  readonly site?: string;
  readonly onClose: () => void;
}

/** Has the positions of a site looked up on schedule, once its price was seen; told in a toast that takes it back. */
export function TrackDialog({ keywords, site: known, onClose }: TrackDialogProps) {
  const { data } = useQuery(queries.capabilities);
  const credit = data?.data.tools.find(({ name }) => name === tool)?.credits ?? 0;
  const refresh = useRefresh('trackers');
  const [key] = useState(() => crypto.randomUUID());
  const [site, setSite] = useState(known ?? '');
  const [device, setDevice] = useState<(typeof devices)[number]['value']>('desktop');
  const [every, setEvery] = useState<'day' | 'week' | 'month'>('day');
  const places = device === 'both' ? ['desktop', 'mobile'] : [device];
  const price = credit * Math.ceil(keywords.length / callKeywords) * places.length;
  const count = counted(keywords.length, 'keyword');
  const track = async () => {
    const rest = keywords.length > 1 ? ` and ${number(keywords.length - 1)} more` : '';
    const { id } = await createTracker(
      {
        kind: 'rank',
        name: `${site}: ${keywords[0]}`.slice(0, shownName) + rest,
        site,
        markets: places.map((one) => ({ ...lastMarket(), device: one })),
        keywords: keywords.map((keyword) => ({ keyword })),
        schedule: termsOf({ ...timesOf(undefined), every, at: '06:00', time_zone: ownZone() }),
        monthly_budget: price * mostAMonth[every],
      },
      key,
    );
    await refresh();
    void showUndo({
      title: `Tracking ${count} of ${site}`,
      href: `/trackers/${id}`,
      undo: () => removeTracker(id).then(refresh),
    });
  };
  return (
    <FormDialog title={`Track ${count}`} action="Track" isReady={price > 0} onSend={track} onClose={onClose}>
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
