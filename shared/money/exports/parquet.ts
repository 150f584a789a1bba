import { ByteWriter, type ColumnSource, parquetWrite, type SchemaElement } from 'hyparquet-writer';
import type { Column, ColumnKind } from './columns.ts';

/** The Parquet type of each kind. Money is a decimal, so that no reader rounds it to a binary fraction. */
const elements: Readonly<Record<ColumnKind, Omit<SchemaElement, 'name'>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  whole: { type: 'INT64' },
  usd: { type: 'INT64', converted_type: 'DECIMAL', scale: 6, precision: 18 },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  second: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
  flag: { type: 'BOOLEAN' },
};

/** Rows of a row group: small enough for a reader to hold one, large enough to compress well. */
const rowGroupSize = 25_000;

/** Rows as a Parquet file (Snappy). The same rows give the same bytes. */
export async function parquetFile<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<Uint8Array> {
  const writer = new ByteWriter();
  await parquetWrite({
    writer,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(
        ({ name, kind }): SchemaElement => ({
          name,
          ...elements[kind],
          repetition_type: 'OPTIONAL',
        }),
      ),
    ],
    columnData: columns.map((column) => columnData(column, rows)),
    rowGroupSize,
    createdBy: 'oriel',
  });
  return new Uint8Array(writer.getBuffer());
}

function columnData<Row>(column: Column<Row>, rows: readonly Row[]): ColumnSource {
  const data = rows.map((row) => {
    const value = column.of(row);
    return typeof value === 'number' ? BigInt(value) : value;
  });
  return { name: column.name, data };
}
