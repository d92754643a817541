/** A machine in the state Running that holds what the test says. */
import { Script, set } from '../../../golden/protocol-replica/transcript.ts';
import type { Hold, ReplicaState } from '../../../../src/protocol/replica/types.ts';

export function runningWith(holds: readonly Hold[], windowEndsMs: number): ReplicaState {
  const { state } = new Script().running(set(60, undefined));
  const { life } = state;
  if (life.type !== 'Running') throw new Error('the script did not reach Running');
  const lease = { ...life.member.lease, windowEndsMs };
  return { ...state, life: { ...life, member: { ...life.member, holds, lease } } };
}
