import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { importObjects } from '#shared/facts/bulk/item-files.ts';
import { folderOfTests } from '#test/support/folder-of-tests.ts';

async function cut(files: readonly string[], objectBytes: number) {
  const folder = folderOfTests('cut');
  const items = await Promise.all(
    files.map(async (text, index) => {
      const path = join(folder, `items-${index}`);
      await writeFile(path, text);
      return path;
    }),
  );
  const objects: { name: string; items: number; lines: string[] }[] = [];
  for await (const { name, body, items: count } of importObjects({
    ...{ items, objectBytes },
    folder: join(folder, 'cut'),
  }))
    objects.push({
      name,
      items: count,
      lines: gunzipSync(await body())
        .toString()
        .trimEnd()
        .split('\n'),
    });
  return objects;
}

const line = fc
  .record({ pk: fc.string({ unit: 'grapheme', maxLength: 40 }), sk: fc.uuid() })
  .map(({ pk, sk }) => JSON.stringify({ Item: { pk: { S: pk }, sk: { S: sk } } }));

describe('the objects that DynamoDB imports', () => {
  it('hold every item of the files once, and say how many', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(line, { minLength: 1, maxLength: 200 }), { minLength: 1, maxLength: 3 }),
        fc.integer({ min: 200, max: 20_000 }),
        async (files, bytes) => {
          const objects = await cut(
            files.map((lines) => `${lines.join('\n')}\n`),
            bytes,
          );
          expect(objects.flatMap(({ lines }) => lines).sort()).toEqual(files.flat().sort());
          for (const { items, lines } of objects) expect(items).toBe(lines.length);
          expect(new Set(objects.map(({ name }) => name)).size).toBe(objects.length);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('spread the rows of one large domain, so that no stretch of an object has more than its share of them', async () => {
    const rows = (pk: string, count: number) =>
      Array.from({ length: count }, (_, number) =>
        JSON.stringify({ Item: { pk: { S: pk }, sk: { S: String(number) } } }),
      );
    const others = Array.from({ length: 20_000 }, (_, number) => rows(`D#small-${number}`, 1)).flat();
    const objects = await cut([`${[...rows('D#large', 20_000), ...others].join('\n')}\n`], 1_000_000);
    const order = objects.flatMap(({ lines }) => lines);
    for (let start = 0; start + 1_000 <= order.length; start += 1_000) {
      const large = order.slice(start, start + 1_000).filter((text) => text.includes('D#large')).length;
      expect(large).toBeGreaterThan(350);
      expect(large).toBeLessThan(650);
    }
  });

  it('are the same for the same items, so that an upload goes on where it ended', async () => {
    const text = `${Array.from({ length: 500 }, (_, n) => JSON.stringify({ Item: { pk: { S: `${n}` } } })).join('\n')}\n`;
    const [one, other] = [await cut([text], 3_000), await cut([text], 3_000)];
    expect(one.map(({ name }) => name)).toEqual(other.map(({ name }) => name));
  });

  it('take no item that DynamoDB refuses, and bytes for what they are and not for their text', async () => {
    const item = (member: object) => `${JSON.stringify({ Item: { pk: { S: 'K#' }, d: member } })}\n`;
    const bytes = Buffer.alloc(390 * 1024, 7).toString('base64');
    expect(await cut([item({ B: bytes })], 1_000)).toHaveLength(1);
    await expect(cut([item({ S: 'x'.repeat(410 * 1024) })], 1_000)).rejects.toThrow('400 KB');
  });
});
