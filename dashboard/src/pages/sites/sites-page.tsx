import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { queries } from '../../api/queries.ts';
import type { OwnImports } from '../../api/schema.ts';
import { pageHeads } from '../../page-heads.ts';
import { UploadIcon } from '../../parts/icons.tsx';
import { Page } from '../../parts/page.tsx';
import { LoadingBox, QueryState } from '../../parts/states.tsx';
import { readableDomain } from '../../readable-domain.ts';
import { Link, navigate, useLocation } from '../../router.tsx';
import { ImportList } from './import-list.tsx';
import { SearchConsoleConnection } from './search-console-connection.tsx';
import { UploadForm } from './upload-form.tsx';
import { UploadStatus } from './upload-status.tsx';

const SiteView = lazy(async () => ({ default: (await import('./site-view.tsx')).SiteView }));

interface SitesPageProps {
  /** The site of the address; the first one where it names none. */
  readonly site: string | undefined;
}

/** What a person has brought about their own sites, and what to do next on them. */
export function SitesPage({ site }: SitesPageProps) {
  const imports = useQuery(queries.imports);
  return (
    <Page {...pageHeads.sites}>
      <QueryState query={imports}>{(data) => <Sites data={data} site={site} />}</QueryState>
    </Page>
  );
}

function Sites({ data, site }: SitesPageProps & { readonly data: OwnImports }) {
  const { sites, uploads, imports } = data;
  // An upload that is under way is found again after a reload.
  const underWay = uploads.find(({ status }) => status === 'queued' || status === 'running');
  const [upload, setUpload] = useState(underWay?.id);
  // Back from Google, what came of it is in sight.
  const [isAdding, setAdding] = useState(useLocation().query.has('search_console'));
  const [undone, setUndone] = useState<readonly string[]>([]);
  const shown = sites.find((entry) => entry.site === site) ?? sites[0];
  const isEmpty = sites.length === 0;
  return (
    <>
      {sites.length > 0 ? (
        <Group justify="space-between" gap="sm">
          <SiteLinks sites={sites.map((entry) => entry.site)} current={shown?.site} />
          <Button
            variant="default"
            leftSection={<UploadIcon size={16} />}
            onClick={() => setAdding(!isAdding)}
            aria-expanded={isAdding}
          >
            Add or connect
          </Button>
        </Group>
      ) : null}
      {isEmpty || isAdding ? <SearchConsoleConnection /> : null}
      {upload === undefined && (isEmpty || isAdding) ? <UploadForm onStarted={setUpload} /> : null}
      {upload === undefined ? null : (
        <UploadStatus
          id={upload}
          onClose={() => {
            setUpload(undefined);
            setAdding(false);
          }}
          undone={undone}
          onSite={(name) => navigate(`/sites/${name}`, { replace: true })}
        />
      )}
      {shown ? (
        <Suspense fallback={<LoadingBox height={420} />}>
          <SiteView key={shown.site} site={shown.site} />
        </Suspense>
      ) : null}
      {imports.length > 0 ? (
        <ImportList imports={imports} onUndone={(id) => setUndone([...undone, id])} />
      ) : null}
    </>
  );
}

interface SiteLinksProps {
  readonly sites: readonly string[];
  readonly current: string | undefined;
}

function SiteLinks({ sites, current }: SiteLinksProps) {
  return (
    <nav aria-label="Sites">
      <Group gap="md">
        {sites.map((name) => (
          <Anchor
            key={name}
            component={Link}
            href={`/sites/${name}`}
            fw={name === current ? 620 : 450}
            underline={name === current ? 'never' : 'always'}
            {...(name === current ? { 'aria-current': 'page' as const } : { c: 'dimmed' })}
          >
            <bdi>{readableDomain(name)}</bdi>
          </Anchor>
        ))}
      </Group>
    </nav>
  );
}
