import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { OwnImports } from '../../api/schema.ts';
import { dayRange } from '../../format.ts';
import type { Column } from '../../grid/column.ts';
import type { Place } from '../../load-page.ts';
import { pageHeads } from '../../page-heads.ts';
import { UploadIcon } from '../../parts/icons.tsx';
import { later } from '../../parts/later.tsx';
import { TextLink } from '../../parts/links.tsx';
import { Page } from '../../parts/page.tsx';
import { QueryState } from '../../parts/states.tsx';
import { SmallButton } from '../../parts/text.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { navigate, useLocation } from '../../router.tsx';
import type { SentFiles } from './send-files.ts';

const SearchConsoleConnection = later(
  async () => (await import('./search-console-connection.tsx')).SearchConsoleConnection,
);
const UploadForm = later(async () => (await import('./upload-form.tsx')).UploadForm);
const UploadStatus = later(async () => (await import('./upload-status.tsx')).UploadStatus);
const SitePage = later(async () => (await import('./site-page.tsx')).SitePage, 420);
const Grid = later(async () => (await import('../../grid/grid.tsx')).Grid<OwnImports['sites'][number]>, 240);
const ImportList = later(async () => (await import('./import-list.tsx')).ImportList);

/** What a person has brought about their own sites: the site of the address, or all where it names none. */
export function SitesPage({ detail }: Place) {
  return <OfSite key={detail} site={detail} />;
}

function OfSite({ site }: { readonly site: string | undefined }) {
  const imports = useQuery(queries.imports);
  // Back from Google, what came of it is in sight.
  const [isAdding, setAdding] = useState(useLocation().query.has('search_console'));
  const connection = useQuery({ ...queries.searchConsole, enabled: site !== undefined });
  const isConnected = connection.data?.properties.some((each) => each.site === site && each.last_day);
  const isKnown = imports.data?.sites.some((entry) => entry.site === site) || isConnected;
  if (site !== undefined && isKnown && !isAdding)
    return (
      <SitePage key={site} site={site} imports={imports.data?.imports ?? []} onAdd={() => setAdding(true)} />
    );
  return (
    <Page
      {...pageHeads.sites}
      isWide
      actions={
        (imports.data?.sites.length ?? 0) > 0 ? (
          <SmallButton
            leftSection={<UploadIcon size={16} />}
            onClick={() => setAdding(!isAdding)}
            aria-expanded={isAdding}
          >
            {isAdding ? 'Done' : 'Add or connect'}
          </SmallButton>
        ) : null
      }
    >
      <QueryState query={imports}>
        {(data) => <Sites data={data} isAdding={isAdding} onAdded={() => setAdding(false)} />}
      </QueryState>
    </Page>
  );
}

interface SitesProps {
  readonly data: OwnImports;
  readonly isAdding: boolean;
  readonly onAdded: () => void;
}

function Sites({ data, isAdding, onAdded }: SitesProps) {
  const { sites, uploads, imports } = data;
  // An upload that is under way is found again after a reload.
  const underWay = uploads.find(({ status }) => status === 'queued' || status === 'running');
  const [upload, setUpload] = useState(underWay?.id);
  const [sent, setSent] = useState<SentFiles>();
  const begun = (id: string, files: SentFiles) => {
    setUpload(id);
    setSent(files);
  };
  const [undone, setUndone] = useState<readonly string[]>([]);
  const isEmpty = sites.length === 0;
  return (
    <>
      {isEmpty || isAdding ? <SearchConsoleConnection /> : null}
      {upload === undefined && (isEmpty || isAdding) ? <UploadForm onStarted={begun} /> : null}
      {upload === undefined ? null : (
        <UploadStatus
          id={upload}
          undone={undone}
          sent={sent}
          onStarted={begun}
          onClose={(site) => {
            setUpload(undefined);
            onAdded();
            if (site !== undefined) navigate(`/sites/${site}`);
          }}
        />
      )}
      {isEmpty ? null : <Grid label="Sites" isPlain={sites.length < 6} rows={sites} columns={columns} />}
      {imports.length > 0 ? (
        <ImportList imports={imports} onUndone={(id) => setUndone([...undone, id])} />
      ) : null}
    </>
  );
}

const columns: readonly Column<OwnImports['sites'][number]>[] = [
  {
    header: 'Site',
    width: 260,
    value: 'site',
    cell: ({ site }) => (
      <TextLink href={`/sites/${site}`} fw={550}>
        <bdi>{readableDomain(site)}</bdi>
      </TextLink>
    ),
  },
  { header: 'Clicks', value: 'clicks', as: 'number' },
  { header: 'Impressions', width: 112, value: 'impressions', as: 'number' },
  { header: 'Queries', value: 'queries', as: 'number', isMinor: true },
  { header: 'Pages', value: 'pages', as: 'number', isMinor: true },
  {
    header: 'Opportunities',
    width: 124,
    value: ({ opportunities }) => Object.values(opportunities).reduce((sum, count) => sum + count, 0),
    as: 'number',
  },
  {
    header: 'Period',
    width: 230,
    value: 'from',
    cell: ({ from, to }) => (from && to ? dayRange(from, to) : 'Unknown'),
    isMinor: true,
  },
];
