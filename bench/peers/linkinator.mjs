import { LinkChecker } from 'linkinator';
import { report } from './report.mjs';

const [, , port] = process.argv;

await report(async () => {
  let pages = 0;
  const checker = new LinkChecker();
  checker.on('pagestart', () => {
    pages += 1;
  });
  await checker.check({ path: `http://127.0.0.1:${port}/`, recurse: true, concurrency: 10, timeout: 5000 });
  return pages;
});
