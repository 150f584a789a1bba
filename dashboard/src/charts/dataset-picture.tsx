import { Alert, Button } from '@mantine/core';
import { exactNumber, words } from '../format.ts';
import type { Column } from '../grid/column.ts';
import type { CellValue } from '../grid/sheet.ts';
import { DownloadIcon } from '../parts/icons.tsx';
import { readableAddress } from '../readable-domain.ts';
import { type AskedKind, AskLink } from './ask-link.tsx';
import { Address } from './cells.tsx';
import { type Data, flag, isData, rows, text } from './read.ts';
import { Table } from './table.tsx';

/** A whole list, as far as a screen takes it. */
export function DatasetPicture({ data }: { readonly data: Data }) {
  const download = text(data, 'download_url');
  if (!flag(data, 'available')) return <Alert color="yellow">{text(data, 'note')}</Alert>;
  return (
    <>
      {text(data, 'note') ? <Alert color="gray">{text(data, 'note')}</Alert> : null}
      {download ? (
        <Button
          component="a"
          href={download}
          download
          variant="light"
          leftSection={<DownloadIcon size={16} />}
          style={{ alignSelf: 'flex-start' }}
        >
          Download the file
        </Button>
      ) : null}
      <AnyRows title="Rows" items={rows(data, 'items')} />
    </>
  );
}

/** Rows of any shape: one column for each plain member. */
export function AnyRows({ title, items }: { readonly title: string; readonly items: readonly Data[] }) {
  const keys = [...new Set(items.flatMap((item) => Object.keys(item)))].filter((key) =>
    items.some((item) => !isNested(item[key])),
  );
  return (
    <Table title={title} rows={items} columns={keys.map((key) => columnOf(key, items))} empty="No rows." />
  );
}

/** Members whose values are the next call, by their name in lists of any kind. */
const askedMembers: Readonly<Record<string, AskedKind>> = {
  keyword: 'keyword',
  query: 'query',
  domain: 'domain',
  competitor: 'domain',
  referring_domain: 'domain',
};

function columnOf(key: string, items: readonly Data[]): Column {
  const kind = askedMembers[key];
  const isOfNumbers = items.every((row) => typeof row[key] === 'number' || !isKnown(row[key]));
  const link = (row: Data) => {
    const value = plainValue(row[key]);
    if (typeof value !== 'string') return exactNumber(value);
    if (/^https?:/u.test(value)) return <Address url={value} />;
    return kind ? (
      <AskLink kind={kind} about={value}>
        {readableAddress(value)}
      </AskLink>
    ) : (
      readableAddress(value)
    );
  };
  return {
    header: words(key),
    title: key,
    value: (row) => plainValue(row[key]),
    ...(isOfNumbers ? { as: 'number' } : { cell: link }),
  };
}

function plainValue(value: unknown): CellValue {
  if (!isKnown(value)) return null;
  return typeof value === 'number' ? value : String(value);
}

function isNested(value: unknown): boolean {
  return isData(value) || Array.isArray(value);
}

function isKnown(value: unknown): boolean {
  return value !== null && value !== undefined && !isNested(value);
}
