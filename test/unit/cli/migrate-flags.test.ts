import * as assert from 'uvu/assert';
import { compileFlags, type MigrateFlags } from '../../../src/cli/migrate/flags.ts';
import { hasCode, messageOf } from '../../../src/lib/errors.ts';
import { suite } from '../../suite.ts';

const test = suite('migrate: flags');

function refusal(flags: Omit<MigrateFlags, 'output'>): string {
  try {
    compileFlags({ output: 'text', ...flags });
  } catch (error) {
    assert.ok(hasCode(error, 'InvalidConfiguration'));
    return messageOf(error);
  }
  throw new Error('was accepted');
}

test('one of the two must be asked for, and both are named', () => {
  for (const flags of [{}, { check: true, back: true }]) {
    assert.match(refusal(flags), '--check');
    assert.match(refusal(flags), '--back');
  }
});

test('what belongs to the other one is refused by name', () => {
  assert.match(refusal({ check: true, dryRun: true }), /--dry-run belongs to --back/);
  assert.match(refusal({ back: true, serviceAccount: 'a/b' }), /--service-account belongs to --check/);
});

test('values are checked', () => {
  for (const concurrency of ['0', '129', '1e1', '-1', 'x', '']) {
    assert.match(refusal({ back: true, concurrency }), '--concurrency');
  }
  for (const serviceAccount of ['x', '/x', 'x/', 'a/b/c']) {
    assert.match(refusal({ check: true, serviceAccount }), 'NAMESPACE/NAME');
  }
  assert.match(refusal({ back: true, slotLabel: ['a,b'] }), '--slot-label');
});

test('defaults', () => {
  assert.equal(compileFlags({ output: 'json', back: true }), {
    type: 'Back',
    extraLabels: [],
    force: false,
    dryRun: false,
    yes: false,
    concurrency: 16,
  });
  assert.equal(compileFlags({ output: 'json', check: true, serviceAccount: 'ops/engine' }), {
    type: 'Check',
    targetLabelSelector: '',
    set: { namespace: undefined, name: undefined },
    serviceAccount: { namespace: 'ops', name: 'engine' },
  });
});
