const shown = 10;

/** A reporter of Jest: names the slowest files at the end of a run, and what they take of its file time. */
// biome-ignore lint/style/noDefaultExport: Jest constructs the default export.
export default class SlowestFiles {
  onRunComplete(_contexts, { testResults }) {
    if (testResults.length <= shown) return;
    const files = testResults
      .map(({ testFilePath, perfStats }) => ({ file: testFilePath, seconds: perfStats.runtime / 1000 }))
      .sort((one, other) => other.seconds - one.seconds);
    const total = files.reduce((sum, { seconds }) => sum + seconds, 0);
    process.stdout.write(`\nThe slowest of ${files.length} files, which took ${Math.round(total)} s:\n`);
    for (const { file, seconds } of files.slice(0, shown))
      process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${file.replace(`${process.cwd()}/`, '')}\n`);
  }
}
