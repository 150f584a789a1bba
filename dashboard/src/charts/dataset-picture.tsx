import { Alert, Button } from '@mantine/core';
import { exactNumber, unknown, words } from '../format.ts';
import type { Column } from '../grid/column.ts';
import { DownloadIcon } from '../parts/icons.tsx';
import { readableAddress } from '../readable-domain.ts';
import { Address, type AskedKind, AskLink } from './cells.tsx';
import { type Data, type DataProps, flag, isData, rows, text } from './read.ts';
import { Table } from './table.tsx';

/** A whole list, as far as a screen takes it. */
export function DatasetPicture({ data }: DataProps) {
  const [download, note] = [text(data, 'download_url'), text(data, 'note')];
  if (!flag(data, 'available')) return <Alert color="yellow">{note}</Alert>;
  return (
    <>
      {note ? <Alert color="gray">{note}</Alert> : null}
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
  const plainIn = ({ [key]: value }: Data) => {
    if (value === null || value === undefined || isNested(value)) return null;
    return typeof value === 'number' ? value : String(value);
  };
  const cell = (row: Data) => {
    const value = plainIn(row);
    if (typeof value !== 'string') return exactNumber(value);
    if (/^https?:/u.test(value)) return <Address url={value} />;
    const shown = readableAddress(value) || unknown;
    return kind ? (
      <AskLink kind={kind} about={value}>
        {shown}
      </AskLink>
    ) : (
      shown
    );
  };
  const column = { header: words(key), title: key, value: plainIn };
  const isOfNumbers = items.every((row) => typeof plainIn(row) !== 'string');
  return isOfNumbers ? { ...column, as: 'number' } : { ...column, cell };
}

function isNested(value: unknown): boolean {
  return isData(value) || Array.isArray(value);
}
