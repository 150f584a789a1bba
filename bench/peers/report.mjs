/** Prints what a crawl cost, in the form that bench/parts/audit.ts reads. */
export async function report(crawl) {
  const started = performance.now();
  const before = process.cpuUsage();
  const pages = await crawl();
  const cpu = process.cpuUsage(before);
  const result = {
    pages,
    wallMs: performance.now() - started,
    cpuMs: (cpu.user + cpu.system) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exit(0);
}
