import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import { number } from '../../format.ts';
import { later } from '../../parts/later.tsx';

const TrackDialog = later(async () => (await import('./track-dialog.tsx')).TrackDialog);

interface TrackKeywordsProps {
  readonly keywords: readonly string[];
  /** Asked for where it is not known. */
  readonly site?: string;
  readonly size?: 'compact-xs' | 'xs';
}

/** As many keywords as one tracker takes. */
const mostKeywords = 1_000;

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
