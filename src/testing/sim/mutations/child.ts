/** The process in which trials run, one after the other: a mutation that breaks the process breaks none but this. */
import { isRecord } from '../../../kube/record.ts';
import { systemClock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import { CATALOGUE } from './catalogue.ts';
import { installLoader } from './loader.ts';
import { runTrial, type Verdict } from './trial.ts';
import type { Answer, Order } from './workers.ts';

installLoader(CATALOGUE);

process.on('message', (message) => {
  if (isRecord(message)) void answer(message as unknown as Order);
});

async function answer({ id, seed, story, mutation: name }: Order): Promise<void> {
  const startedMs = systemClock.monotonicMs();
  const reply: Answer = { id, verdict: { ...(await verdictOf()), wallMs: systemClock.monotonicMs() - startedMs } };
  process.send?.(reply);

  async function verdictOf(): Promise<Omit<Verdict, 'wallMs'>> {
    try {
      const mutation = CATALOGUE.find((one) => one.name === name);
      const { breaches, ms } = await runTrial({ seed, story, mutation });
      return { breaches, simulatedMs: ms };
    } catch (error) {
      return { breaches: [], simulatedMs: 0, error: messageOf(error) };
    }
  }
}
