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
import { LoadingBox, Page, QueryState } from '../../parts/page.tsx';
import { SmallButton, TextLink } from '../../parts/text.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { navigate, useLocation, useParameter } from '../../router.tsx';

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
  // Back from Google or to an upload, what came of it is in sight.
  const { query } = useLocation();
  const [isAdding, setAdding] = useState(query.has('search_console') || query.has(uploadParameter));
  const known = useKnownSites(site !== undefined);
  if (site === undefined || isAdding || known?.includes(site) === false)
    return <AllSites isAdding={isAdding} onAdding={setAdding} />;
  if (known) return <SitePage site={site} onAdd={() => setAdding(true)} />;
  return (
    <Page title={readableDomain(site)} isWide>
      <LoadingBox height={420} />
    </Page>
  );
}

/** Sites with figures; undefined until exports and connection are known, since both say what stands at the head of a site. */
function useKnownSites(isAsked: boolean): readonly string[] | undefined {
  const imports = useQuery(queries.imports);
  const connection = useQuery({ ...queries.searchConsole, enabled: isAsked });
  if (imports.isLoading || connection.isLoading) return undefined;
  const synced = connection.data?.properties.filter(({ last_day: last }) => last) ?? [];
  return [...(imports.data?.sites ?? []), ...synced].map(({ site }) => site);
}

const uploadParameter = 'upload';

interface AddingProps {
  readonly isAdding: boolean;
  readonly onAdding: (isAdding: boolean) => void;
}

function AllSites({ isAdding, onAdding }: AddingProps) {
  const imports = useQuery(queries.imports);
  return (
    <Page
      {...pageHeads.sites}
      isWide
      actions={
        imports.data?.sites.length ? (
          <SmallButton
            leftSection={<UploadIcon size={16} />}
            onClick={() => onAdding(!isAdding)}
            aria-expanded={isAdding}
          >
            {isAdding ? 'Done' : 'Add or connect'}
          </SmallButton>
        ) : null
      }
    >
      <QueryState query={imports}>{(data) => <Sites {...{ data, isAdding, onAdding }} />}</QueryState>
    </Page>
  );
}

interface SitesProps extends AddingProps {
  readonly data: OwnImports;
}

function Sites({ data: { sites, uploads, imports }, isAdding, onAdding }: SitesProps) {
  // An upload is found again after a reload: that of the address with its report and its question, or one under way.
  const [named, setNamed] = useParameter(uploadParameter, '');
  const [upload, setUpload] = useState(
    () =>
      uploads.find(({ id }) => id === named)?.id ??
      uploads.find(({ status }) => status === 'queued' || status === 'running')?.id,
  );
  const show = (id?: string) => {
    setUpload(id);
    setNamed(id ?? '');
  };
  const [undone, setUndone] = useState<readonly string[]>([]);
  const isEmpty = sites.length === 0;
  return (
    <>
      {isEmpty || isAdding ? <SearchConsoleConnection /> : null}
      {upload === undefined && (isEmpty || isAdding) ? <UploadForm onStarted={show} /> : null}
      {upload === undefined ? null : (
        <UploadStatus
          id={upload}
          undone={undone}
          onClose={(site) => {
            show();
            onAdding(false);
            if (site !== undefined) navigate(`/sites/${site}`);
          }}
        />
      )}
      {isEmpty ? null : <Grid label="Sites" isPlain={sites.length < 6} rows={sites} columns={columns} />}
      {imports.length > 0 ? <ImportList onUndone={(id) => setUndone([...undone, id])} /> : null}
    </>
  );
}

const columns: readonly Column<OwnImports['sites'][number]>[] = [
  {
    header: 'Site',
    value: 'site',
    cell: ({ site }) => (
      <TextLink href={`/sites/${site}`} fw={550}>
        <bdi>{readableDomain(site)}</bdi>
      </TextLink>
    ),
  },
  {
    header: 'Period',
    width: 210,
    value: 'from',
    cell: ({ from, to }) => (from && to ? dayRange(from, to) : 'Unknown'),
    isMinor: true,
  },
  { header: 'Clicks', value: 'clicks', as: 'number' },
  { header: 'Impressions', value: 'impressions', as: 'number' },
  { header: 'Queries', value: 'queries', as: 'number', isMinor: true },
  { header: 'Pages', value: 'pages', as: 'number', isMinor: true },
  {
    header: 'Opportunities',
    value: ({ opportunities }) => Object.values(opportunities).reduce((sum, count) => sum + count, 0),
    as: 'number',
  },
];
