import { readFile } from 'node:fs/promises';
import { measureIntent } from '#test/support/intent-accuracy.ts';

/**
 * `npm run intent-accuracy`: how often the intent rules agree with keywords
 * labeled by hand: those the rules were made with, and those they never saw.
 */
for (const name of ['labeled-keywords', 'held-out-keywords']) {
  const file = new URL(`../test/fixtures/intent/${name}.tsv`, import.meta.url);
  const { accuracy, classes, misses } = measureIntent(await readFile(file, 'utf8'));
  process.stdout.write(`${name}: accuracy ${accuracy.toFixed(3)}\n`);
  for (const { intent, keywords, recall, precision } of classes)
    process.stdout.write(
      `  ${intent.padEnd(14)} ${keywords} keywords  recall ${recall.toFixed(2)}  precision ${precision.toFixed(2)}\n`,
    );
  if (process.argv.includes('--misses'))
    for (const { keyword, labeled, given } of misses)
      process.stdout.write(`  ${keyword}: ${labeled}, given ${given}\n`);
}
