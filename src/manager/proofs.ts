/** Answers to fresh reads, kept until the table version they rest on is gone. */
import { type LeaseProof, type NamesProof, NO_PROOFS, type Proofs, type ShardProof } from '../protocol/manager/view.ts';

export class ProofStore {
  #proofs: Proofs = NO_PROOFS;

  get all(): Proofs {
    return this.#proofs;
  }

  lease(name: string, proof: LeaseProof): void {
    this.#proofs = { ...this.#proofs, leases: new Map(this.#proofs.leases).set(name, proof) };
  }

  shard(name: string, proof: ShardProof): void {
    this.#proofs = { ...this.#proofs, shards: new Map(this.#proofs.shards).set(name, proof) };
  }

  names(proof: NamesProof): void {
    this.#proofs = { ...this.#proofs, names: proof };
  }

  /** Proofs about names that nobody knows any more are of no use. */
  keepOnly(names: ReadonlySet<string>): void {
    const { leases, shards } = this.#proofs;
    if ([...leases.keys(), ...shards.keys()].every((name) => names.has(name))) return;
    const kept = <T>(map: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
      new Map([...map].filter(([name]) => names.has(name)));
    this.#proofs = { ...this.#proofs, leases: kept(leases), shards: kept(shards) };
  }

  clear(): void {
    this.#proofs = NO_PROOFS;
  }
}
