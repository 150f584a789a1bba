import { parseArgs } from 'node:util';
import { lowerCeilings, sizeFigures } from './size/ceilings.ts';
import { sizeTree } from './size/tree.ts';
import { followWays } from './size/ways.ts';

const usage = `npm run size -- [--files paid-call|uploaded-row|live-fact] [--json] [--lower]

How large the house is, by wing: files and lines of code, generated lines, words of documentation. Then how many
files one warm call runs through on three ways, and with --files which. --lower writes what is below its ceiling
into bench/size/ceilings.json as the new one.
`;

const { values } = parseArgs({
  options: {
    files: { type: 'string' },
    json: { type: 'boolean', default: false },
    lower: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

if (values.help) process.stderr.write(usage);
else {
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT';
  const wings = sizeTree();
  const ways = await followWays();
  const counts = Object.entries(ways).map(([way, files]) => [way, files.length] as const);
  if (values.lower) lowerCeilings(sizeFigures(wings, ways));
  if (values.json) process.stdout.write(`${JSON.stringify(sizeFigures(wings, ways))}\n`);
  else {
    process.stdout.write(`${row(['', 'files', 'lines', 'generated', 'words'])}\n`);
    for (const [wing, { files, lines, generated, words }] of Object.entries(wings))
      process.stdout.write(`${row([wing, files, lines, generated, words])}\n`);
    process.stdout.write(`\n${counts.map(([way, files]) => row([way, files])).join('\n')}\n`);
    for (const [way, files] of Object.entries(ways))
      if (values.files === way.replace(' ', '-')) process.stdout.write(`\n${files.join('\n')}\n`);
  }
}

function row([name, ...figures]: readonly (string | number)[]): string {
  return `${String(name).padEnd(20)}${figures.map((figure) => String(figure).padStart(11)).join('')}`;
}
