/** Failures as text for people. */
import type { FileResult } from './fork.ts';
import type { Failure } from './messages.ts';

/** Every failure of a red file, then what the file printed. */
export function summary(result: FileResult): string {
  const parts = [`FAIL ${result.file}`, ...result.failures.map(oneFailure)];
  const output = withoutTicks(result.output).trim();
  if (output !== '') parts.push(indent('output:', '  '), indent(output, '    | '));
  return parts.join('\n');
}

export function indent(text: string, prefix: string): string {
  return text
    .split('\n')
    .map((line) => (line === '' ? line : prefix + line))
    .join('\n');
}

function oneFailure(failure: Failure): string {
  const title = failure.suite === '' ? failure.test : `${failure.suite} › ${failure.test}`;
  const body = [failure.message, failure.diff, failure.stack].filter((part) => part.trim() !== '').join('\n');
  return `  ✘ ${title}\n${indent(body, '      ')}`;
}

/** Drops uvu's own progress lines: ` name  • • ✘   (2 / 3)`. */
function withoutTicks(output: string): string {
  return output.replaceAll(/^.*[•✘ ]+ {2}\(\d+ \/ \d+\)$/gm, '');
}
