/** Failures as text for people. */
import type { FileResult } from './fork.ts';
import type { Failure } from './messages.ts';

const MAX_HEADLINE = 300;

/** Every failure of a red file, then what the file printed. */
export function summary(result: FileResult): string {
  const parts = [`FAIL ${result.file}`, ...result.failures.map(oneFailure)];
  const output = withoutTicks(result.output).trim();
  if (output !== '') parts.push(indent('output:', '  '), indent(output, '    | '));
  return parts.join('\n');
}

/** A line a failure, for whoever sees only the end of the output. */
export function headlines(result: FileResult): string {
  return result.failures
    .map((failure) => `FAILED ${result.file}: ${titleOf(failure)}: ${firstLine(failure.message)}`)
    .join('\n');
}

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0]?.slice(0, MAX_HEADLINE) ?? '';
}

function titleOf({ suite, test }: Failure): string {
  return suite === '' ? test : `${suite} › ${test}`;
}

export function indent(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : prefix + line))
    .join('\n');
}

function oneFailure(failure: Failure): string {
  const body = [failure.message, failure.diff, failure.stack].filter((part) => part.trim() !== '').join('\n');
  return `  ✘ ${titleOf(failure)}\n${indent(body, '      ')}`;
}

/** Drops uvu's own progress lines: ` name  • • ✘   (2 / 3)`. */
function withoutTicks(output: string): string {
  return output.replaceAll(/^.*[•✘ ]+ {2}\(\d+ \/ \d+\)$/gm, '');
}
