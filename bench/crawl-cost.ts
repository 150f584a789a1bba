import { openCrawlScene } from '#test/support/crawls/crawl-scene.ts';
import { generatedFetcher } from '#test/support/crawls/generated-site.ts';
import { startTestDatabase } from '#test/support/stores/database.ts';

/*
 * What a crawl costs, from its payment to its end, with a site that answers at once:
 *
 *   node bin/launch.mjs bench/crawl-cost.ts [pages]
 *
 * Prints requests of the database by kind with their bytes, of the object store, and seconds of a function.
 */

const pages = Number(process.argv[2] ?? 1_000);
const host = 'generated-crawl-site.com';
const database = await startTestDatabase();
const counts: Record<string, number> = {};
const add = (name: string, value = 1) => {
  counts[name] = (counts[name] ?? 0) + value;
};
const { documents } = database;
const counting = new Proxy(documents, {
  get(target, member) {
    if (member !== 'send') return Reflect.get(target, member);
    return async (command: Parameters<typeof documents.send>[0]) => {
      const kind = command.constructor.name.replace('Command', '');
      add(kind);
      if (kind === 'Put') {
        const bytes = Buffer.byteLength(JSON.stringify(command.input));
        add('write units', Math.ceil(bytes / 1_024));
      } else if (kind === 'Get' || kind === 'Query') add('read units', 1);
      else add('write units', 1);
      return target.send(command);
    };
  },
});
const scene = await openCrawlScene({ ...database, documents: counting }, 1_000);
const { objects } = scene;
const { put, get, delete: remove } = objects;
Object.assign(objects, {
  put: async (...sent: Parameters<typeof put>) => {
    add('S3 PUT');
    await put(...sent);
    add('S3 bytes kept', (await get(sent[0]))?.length ?? 0);
  },
  get: (key: string) => {
    add('S3 GET');
    return get(key);
  },
  delete: (key: string) => {
    add('S3 DELETE');
    return remove(key);
  },
});
const id = await scene.begin(host, pages);
for (const name of Object.keys(counts)) delete counts[name];
const startedAt = process.cpuUsage();
await scene.run(generatedFetcher({ host, pages }));
const { user, system } = process.cpuUsage(startedAt);
const crawl = await scene.record(id);
const peakMb = Math.round(process.resourceUsage().maxRSS / 1_024);
const seconds = Math.round((user + system) / 10_000) / 100;
console.info(
  JSON.stringify({ pages: crawl?.pages_read, status: crawl?.status, seconds, peakMb, ...counts }, null, 2),
);
await database.stop();
