import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { number } from '../../format.ts';
import { Opener } from '../../parts/form.tsx';
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
export function TrackKeywords({ size = 'compact-xs', ...known }: TrackKeywordsProps) {
  const { data: session } = useQuery(queries.session);
  const keywords = [...new Set(known.keywords)].slice(0, mostKeywords);
  // Visitors look at examples: they have nothing to keep.
  if (!session || keywords.length === 0) return null;
  return (
    <Opener
      look={Button}
      variant="light"
      size={size}
      opens={(onClose) => <TrackDialog {...{ ...known, keywords, onClose }} />}
    >
      {keywords.length === 1 ? 'Track' : `Track ${number(keywords.length)}`}
    </Opener>
  );
}
