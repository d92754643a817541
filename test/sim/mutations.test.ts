/** The simulation notices when a rule is not kept; `docs/testing.md` tells the rules and mutations one by one. */
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { PROPERTIES } from '../../src/testing/sim/judge/index.ts';
import { CATALOGUE, patched, prover, UNOBSERVED, Workers } from '../../src/testing/sim/mutations/index.ts';
import { suite } from '../suite.ts';

const WORKERS = 2;

/** What has to be shown, or to be told why it cannot be: a mutation that is dropped from both lists is missed here. */
const NAMES = [
  ...['noAwait', 'ignoreAwaiting', 'ackBeforeDrain', 'ackWithoutGeneration', 'ackByRangeIdentity', 'mergeAwaiting'],
  ...['mergeLowersToken', 'splitDropsAll', 'noTableCAS', 'selfAwait', 'resumeWithoutReread', 'readThenRenew'],
  ...['noFullWait', 'expiryByWatch', 'onePhaseExpiry', 'confirmSurvives', 'noWaitOut', 'renewNoCAS', 'finalWithoutCAS'],
  ...['readBeforeRegister', 'zombieStatus', 'staleFinal', 'finalEarly', 'recreateLease', 'freshCRSkipsWait'],
  ...['freshLeaseSkipsWait', 'keepsWithoutCR', 'birthAwaitsNobody', 'birthByCR', 'leaseCascade', 'ignoreSetGone'],
  ...['noUid', 'noBirthEpoch', 'ownerNotAwaited', 'fenceOwnerOnly', 'hintActs', 'leavingIgnored', 'noPrecondition'],
  ...['ackWithUnanswered', 'staleRelist', 'cachedRead', 'gcUnchecked', 'directSkipsPrevious', 'trustMirror'],
  ...['dropBeforeMirror', 'noOutage', 'blindRenewRetry', 'refuseLowerRead', 'noEpoch'],
  // Beyond the abstract model of the protocol.
  ...['sameGeneration', 'keepsRevoked', 'noAckOwed', 'foreignTable', 'endUnchecked', 'windowFromReply'],
  ...['anyPodSkipsWait', 'noWindowCheck', 'incompleteCaches'],
  ...['coldMoves', 'hintForEver', 'noMoveOn', 'noGrace', 'crashMovesWait'],
  // What is promised beside the protocol.
  ...['lastRowLost', 'noTokenCheck', 'alwaysCovered', 'wholeWaitInPlace', 'endsAtOnce', 'renewalThrows', 'writesTwice'],
];

const test = suite('sim: mutations of the rules', { timeoutMs: 300_000 });
const workers = new Workers(WORKERS);
const prove = prover(workers.run);
test.after(() => workers.close());

// All at once: the workers take them one after the other.
const proofs = new Map(CATALOGUE.map((mutation) => [mutation.name, prove(mutation)]));

for (const { name, rule } of CATALOGUE) {
  test(`${name} (${rule}) is caught, and the code as it is survives the same run`, async () => {
    const proved = await proofs.get(name);
    const { caught, verdict, clean, seed } = proved ?? {};
    assert.is(verdict?.error, undefined, verdict?.error);
    assert.ok(
      caught !== undefined,
      `no seed of the catalogue catches ${name}: search with main.ts --search 50 ${name}`,
    );
    assert.equal(clean?.breaches, [], `unmutated, seed ${seed}: ${JSON.stringify(clean?.breaches)}`);
    assert.is(clean?.error, undefined, clean?.error);
  });
}

test('every property of the judge is broken by a mutation', async () => {
  const proved = await Promise.all(proofs.values());
  const broken = new Set(proved.flatMap(({ verdict }) => verdict.breaches.map(({ property }) => property)));
  assert.equal(
    PROPERTIES.filter((property) => !broken.has(property)),
    [],
  );
});

test('every rule has a mutation, or a reason why it has none', () => {
  const shown = CATALOGUE.map(({ name }) => name);
  const told = UNOBSERVED.map(({ name }) => name);
  assert.equal([...shown, ...told].toSorted(), NAMES.toSorted());
});

test('docs/testing.md tells all of them, and all properties', () => {
  const docs = readFileSync(new URL('../../docs/testing.md', import.meta.url), 'utf8');
  assert.equal(
    [...NAMES, ...PROPERTIES].filter((name) => !docs.includes(`\`${name}\``)),
    [],
  );
});

test('a mutation whose text is not in the code any more fails by name', () => {
  const [mutation] = CATALOGUE;
  assert.ok(mutation !== undefined);
  const [patch] = mutation.patches;
  assert.ok(patch !== undefined);
  const { file, from, to } = patch;
  assert.is(patched(`a ${from} b`, file, mutation), `a ${to} b`);
  assert.throws(() => patched('rewritten', file, mutation), new RegExp(mutation.name));
  assert.throws(() => patched(`${from} ${from}`, file, mutation), new RegExp(mutation.name));
});
