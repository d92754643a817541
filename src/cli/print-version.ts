/** `shardkeeper version`. */
import { stringify } from 'yaml';
import { version } from './version.ts';

export async function printVersion(output: string): Promise<void> {
  const facts = version();
  const text = `shardkeeper ${facts.version}, protocol ${facts.protocol}, Node.js ${facts.node}\n`;
  const printed = output === 'json' ? `${JSON.stringify(facts)}\n` : output === 'yaml' ? stringify(facts) : text;
  await new Promise<void>((resolve, reject) => {
    process.stdout.write(printed, (error) => (error === null || error === undefined ? resolve() : reject(error)));
  });
}
