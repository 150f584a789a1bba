import { crc32, deflateRawSync } from 'node:zlib';

/** A zip archive as the usual programs make it: every entry deflated, then the directory. */
export function zipOf(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = entryFields(bytes, packed, Buffer.byteLength(name));
    const local = Buffer.concat([signed(0x04034b50, fields), Buffer.from(name), packed]);
    directory.push(directoryEntry(fields, offset, name));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

/** What an entry and its place in the directory both say: version, method, time, sum, sizes, length of the name. */
function entryFields(bytes: Buffer, packed: Buffer, nameLength: number): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(8, 4);
  // 20 November 2026, noon.
  fields.writeUInt16LE(12 << 11, 6);
  fields.writeUInt16LE(((2026 - 1980) << 9) | (11 << 5) | 20, 8);
  fields.writeUInt32LE(crc32(bytes), 10);
  fields.writeUInt32LE(packed.length, 14);
  fields.writeUInt32LE(bytes.length, 18);
  fields.writeUInt16LE(nameLength, 22);
  return fields;
}

function signed(signature: number, fields: Buffer): Buffer {
  const start = Buffer.alloc(4);
  start.writeUInt32LE(signature, 0);
  return Buffer.concat([start, fields]);
}

function directoryEntry(fields: Buffer, offset: number, name: string): Buffer {
  const madeBy = Buffer.from([20, 0]);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([signed(0x02014b50, madeBy), fields, rest, Buffer.from(name)]);
}
