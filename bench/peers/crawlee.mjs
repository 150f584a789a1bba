import { CheerioCrawler, Configuration, log } from '@crawlee/cheerio';
import { report } from './report.mjs';

const [, , port, pages] = process.argv;
log.setLevel(log.LEVELS.OFF);

await report(async () => {
  let count = 0;
  const crawler = new CheerioCrawler(
    {
      maxRequestsPerCrawl: Number(pages),
      requestHandler: async ({ $, enqueueLinks }) => {
        count += 1;
        $('title').text();
        await enqueueLinks();
      },
    },
    new Configuration({ persistStorage: false, purgeOnStart: false }),
  );
  await crawler.run([`http://127.0.0.1:${port}/`]);
  return count;
});
