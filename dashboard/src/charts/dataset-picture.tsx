import { Alert, Button } from '@mantine/core';
import { exactNumber, number, unknown, words } from '../format.ts';
import { DownloadIcon } from '../parts/icons.tsx';
import { readableAddress } from '../readable-domain.ts';
import { Address } from './cells.tsx';
import { Nothing, Panel } from './figures.tsx';
import { type Data, flag, isData, rows, text } from './read.ts';
import { RowsTable } from './rows-table.tsx';

const shownRows = 200;

/** A whole list, as far as a screen takes it. */
export function DatasetPicture({ data }: { readonly data: Data }) {
  const items = rows(data, 'items');
  const download = text(data, 'download_url');
  if (!flag(data, 'available')) return <Alert color="yellow">{text(data, 'note')}</Alert>;
  return (
    <>
      {text(data, 'note') ? <Alert color="gray">{text(data, 'note')}</Alert> : null}
      {download ? (
        <div>
          <Button
            component="a"
            href={download}
            download
            variant="light"
            leftSection={<DownloadIcon size={16} />}
          >
            Download the file
          </Button>
        </div>
      ) : null}
      <AnyRows title="Rows" items={items} />
    </>
  );
}

/** Rows of any shape: one column for each plain member. */
export function AnyRows({ title, items }: { readonly title: string; readonly items: readonly Data[] }) {
  const shown = items.slice(0, shownRows);
  const keys = [...new Set(shown.flatMap((item) => Object.keys(item)))].filter((key) =>
    shown.some((item) => !isNested(item[key])),
  );
  if (shown.length === 0) return <Nothing>No rows.</Nothing>;
  return (
    <Panel
      title={title}
      {...(items.length > shownRows ? { note: `The first ${shownRows} of ${number(items.length)}.` } : {})}
    >
      <RowsTable
        label={title}
        rows={shown}
        minWidth={130 * keys.length}
        phoneMinWidth={130 * keys.length}
        columns={keys.map((key) => ({
          header: words(key),
          cell: (row: Data) => <Plain value={row[key]} />,
          isNumber: shown.every((row) => typeof row[key] === 'number' || !isKnown(row[key])),
        }))}
      />
    </Panel>
  );
}

function isNested(value: unknown): boolean {
  return isData(value) || Array.isArray(value);
}

function isKnown(value: unknown): boolean {
  return value !== null && value !== undefined && !isNested(value);
}

function Plain({ value }: { readonly value: unknown }) {
  if (!isKnown(value)) return unknown;
  if (typeof value === 'number') return exactNumber(value);
  const written = String(value);
  return /^https?:/u.test(written) ? <Address url={written} /> : readableAddress(written);
}
