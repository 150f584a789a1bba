import { Stack } from '@mantine/core';
import type { ComponentType } from 'react';
import { words } from '../format.ts';
import { later } from '../parts/later.tsx';
import { TextLink } from '../parts/text.tsx';
import { CoveragePicture } from './coverage-matrix.tsx';
import { AnyRows, DatasetPicture } from './dataset-picture.tsx';
import { Explained } from './explained.tsx';
import { KeywordPicture, KeywordsPicture } from './keyword-pictures.tsx';
import { BacklinkGapPicture, BacklinksPicture, CompetitorsPicture } from './link-pictures.tsx';
import { ListingPicture } from './listing-picture.tsx';
import { DomainPicture, PagePicture, VisibilityPicture } from './rank-pictures.tsx';
import { type DataProps, rows, text } from './read.ts';

const AuditPicture = later<DataProps>(async () => (await import('./audit-picture.tsx')).AuditPicture, 420);

const pictures: Readonly<Record<string, ComponentType<DataProps>>> = {
  inspect_domain: DomainPicture,
  discover_competitors: CompetitorsPicture,
  research_keywords: KeywordsPicture,
  compare_keyword_coverage: CoveragePicture,
  inspect_serp: ListingPicture,
  inspect_search_visibility: VisibilityPicture,
  audit_site: AuditPicture,
  inspect_keyword: KeywordPicture,
  inspect_page: PagePicture,
  export_dataset: DatasetPicture,
  inspect_backlinks: BacklinksPicture,
  compare_backlink_gap: BacklinkGapPicture,
  explain_change: Explained,
  crawl_site: CrawlPicture,
};

/** The answer of a tool as something to look at; of one that is not known here, its lists. */
export function Picture({ tool, data }: DataProps & { readonly tool: string }) {
  const Known = pictures[tool] ?? AnyLists;
  return (
    <Stack gap="xl">
      <Known data={data} />
    </Stack>
  );
}

/** A crawl that was begun; its own page tells how far it is. */
function CrawlPicture({ data }: DataProps) {
  return <TextLink href={`/crawls/${text(data, 'id')}`}>Open the crawl of {text(data, 'domain')}</TextLink>;
}

function AnyLists({ data }: DataProps) {
  return Object.keys(data)
    .filter((key) => rows(data, key).length > 0)
    .map((key) => <AnyRows key={key} title={words(key)} items={rows(data, key)} />);
}
