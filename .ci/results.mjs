/**
 * What the runs of the tests left behind as JSON, for `.ci/run`.
 *
 *   node .ci/results.mjs second-tries FOLDER           files that may run once more: the run's name and the file, a line each
 *   node .ci/results.mjs summary FOLDER                what failed, in few lines, then the one line that counts;
 *                                                      a step beside the tests that failed left a file
 *                                                      `*.failed`: its name, and what it said at last
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

const runs = ['one-machine', 'deployed'];
/** More failures than these are no accident. */
const mostSecondTries = 5;
/** So that all of it is among the last forty lines. */
const shownLines = 30;

const [command, folder = ''] = process.argv.slice(2);
if (command === 'second-tries') for (const line of secondTries()) console.log(line);
else if (command === 'summary') summarize();
else throw new Error(`There is no command ${command}.`);

/** Results by file, or undefined where the run left none that can be read. */
function read(name) {
  try {
    const { testResults } = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8'));
    return new Map(testResults.map((result) => [relative(process.cwd(), result.name), result]));
  } catch {
    return undefined;
  }
}

/** A few files that failed on a busy machine, but none whose property found a counterexample (CONTRIBUTING.md). */
function secondTries() {
  const failed = runs.flatMap((run) =>
    [...(read(run) ?? [])].filter(([, { status }]) => status === 'failed').map((entry) => ({ run, entry })),
  );
  if (failed.length > mostSecondTries) return [];
  return failed
    .filter(
      ({ run, entry }) => !failuresOf(run, entry).some(({ message }) => message.includes('Counterexample:')),
    )
    .map(({ run, entry: [file] }) => `${run} ${file}`);
}

/**
 * Puts what files did when they ran once more in place of what they did among
 * the others. Gives the failures that did not come again.
 */
function readAgain(run, results) {
  const names = readdirSync(folder).filter((name) => name.startsWith(`again-${run}-`));
  const again = names.flatMap((name) => [...(read(name.replace('.json', '')) ?? [])]);
  return again.flatMap(([file, result]) => {
    const former = results.get(file);
    results.set(file, result);
    return result.status === 'passed' ? failuresOf(run, [file, former]) : [];
  });
}

function failuresOf(run, [file, { status, message, assertionResults }]) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const tests = failed.map(({ ancestorTitles, title, failureMessages }) => ({
    name: [file, ...ancestorTitles, title].join(' › '),
    message: failureMessages.join('\n'),
  }));
  // A file that could not run at all is a failure, too.
  const all = status === 'failed' && tests.length === 0 ? [{ name: file, message }] : tests;
  return all.map((failure) => ({ ...failure, run }));
}

function summarize() {
  const failedSteps = readdirSync(folder)
    .filter((name) => name.endsWith('.failed'))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
  const results = new Map(runs.map((run) => [run, read(run)]));
  const unsteady = [...results].flatMap(([run, files]) => (files ? readAgain(run, files) : []));
  const failures = [...results].flatMap(([run, files]) =>
    files
      ? [...files].flatMap((file) => failuresOf(run, file))
      : [{ run, name: 'the run left no result', message: 'See above.' }],
  );
  const tests = [...results.values()].flatMap((files) => [...(files?.values() ?? [])]);
  const passed = tests
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed');

  for (const { name, message } of unsteady) {
    console.log(`UNSTEADY: ${name}`);
    console.log(
      '    failed among the others and passed when its file was run by itself: it counts as passed; mend it.',
    );
    for (const line of linesOf(message).slice(0, 3)) console.log(`    ${line}`);
  }
  for (const [name, ...lines] of failedSteps.map((step) => step.split('\n'))) {
    console.log(`FAILED STEP: ${name}`);
    for (const line of linesOf(lines.join('\n'))) console.log(`    ${line}`);
  }
  show(failures);
  console.log(`${passed.length} passed, ${failures.length} failed`);
  process.exitCode = failures.length > 0 || failedSteps.length > 0 ? 1 : 0;
}

/** The name of each, and as much of its message as there is room for. */
function show(failures) {
  const shown = failures.slice(0, shownLines - 1);
  const room = Math.max(0, Math.min(8, Math.floor(shownLines / Math.max(1, shown.length)) - 1));
  for (const { run, name, message } of shown) {
    console.log(`FAILED (${run}): ${name}`.slice(0, 300));
    for (const line of linesOf(message).slice(0, room)) console.log(`    ${line}`);
  }
  if (failures.length > shown.length) console.log(`… and ${failures.length - shown.length} more.`);
}

function linesOf(message = '') {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '' && !/node_modules|node:internal/u.test(line))
    .map((line) => line.slice(0, 200));
}
