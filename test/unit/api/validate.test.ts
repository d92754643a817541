import * as assert from 'uvu/assert';
import { validateCompositeController } from '../../../src/api/composite-controller.ts';
import { validateControllerShardSet } from '../../../src/api/shard-set.ts';
import { validateControllerShard } from '../../../src/api/shard.ts';
import { isShardkeeperError } from '../../../src/lib/errors.ts';
import { suite } from '../../suite.ts';
import { compositeController, shard, shardSet, withField } from './fixtures.ts';

type Validate = (value: unknown) => unknown;

function refusal(validate: Validate, value: unknown): { readonly code: string; readonly message: string } {
  try {
    validate(value);
  } catch (error) {
    if (isShardkeeperError(error)) return { code: error.code, message: error.message };
    throw error;
  }
  return { code: 'accepted', message: '' };
}

const test = suite('api: validators');

test('good objects are accepted', () => {
  assert.is(validateControllerShard(shard), shard);
  assert.is(validateCompositeController(compositeController), compositeController);
  assert.equal(validateControllerShardSet(shardSet).status, shardSet.status);
});

test('a set gets the defaults that an API server would have filled in, and keeps what it says', () => {
  const lease = { durationSeconds: 5 };
  const set = validateControllerShardSet(withField(shardSet, 'spec.lease', lease));
  assert.is(set.spec.lease.durationSeconds, 5);
  assert.is(set.spec.lease.renewIntervalMilliseconds, 2000);
  assert.is(set.spec.slotLabel, 'shardkeeper.io/slot');
  assert.is(set.spec.rebalance.maxImbalance, 1.05);
  assert.equal(lease, { durationSeconds: 5 });
});

const bad: readonly (readonly [Validate, object, string, unknown, string])[] = [
  [validateControllerShardSet, shardSet, 'spec.workload', undefined, 'spec.workload is required'],
  [validateControllerShardSet, shardSet, 'spec.workload.kind', 'DaemonSet', 'spec.workload.kind must be one of'],
  [validateControllerShardSet, shardSet, 'spec.replicas', -1, 'spec.replicas must be >= 0'],
  [validateControllerShardSet, shardSet, 'spec.replicas', 1.5, 'spec.replicas must be of type integer'],
  [validateControllerShardSet, shardSet, 'spec.slotLabel', 'not a label', 'spec.slotLabel must match'],
  [validateControllerShardSet, shardSet, 'spec.lease', { durationSeconds: '15' }, 'spec.lease.durationSeconds must be'],
  [
    validateControllerShardSet,
    shardSet,
    'spec.overrides',
    [{ name: 'a', type: 'Cage' }],
    'spec.overrides[0].type must be',
  ],
  [validateControllerShardSet, shardSet, 'status.assignment.epoch', undefined, 'status.assignment.epoch is required'],
  [
    validateControllerShardSet,
    shardSet,
    'status.assignment.ranges',
    [],
    'status.assignment.ranges must have at least 1 entries',
  ],
  [
    validateControllerShardSet,
    shardSet,
    'status.assignment.ranges[1].end',
    4096,
    'status.assignment.ranges[1].end must be <= 4095',
  ],
  [
    validateControllerShardSet,
    shardSet,
    'status.assignment.ranges[0].awaiting',
    undefined,
    'ranges[0].awaiting is required',
  ],
  [validateControllerShard, shard, 'spec.set', undefined, 'spec.set is required'],
  [
    validateControllerShard,
    shard,
    'spec.verdict.state',
    'Dead',
    'spec.verdict.state must be one of Live, Suspect, Expired',
  ],
  [
    validateControllerShard,
    shard,
    'spec.verdict.since',
    'yesterday',
    'spec.verdict.since must have the format date-time',
  ],
  [validateControllerShard, shard, 'status.held[0].start', '0', 'status.held[0].start must be'],
  [validateControllerShard, shard, 'status.observed.epoch', 0.5, 'status.observed.epoch must be'],
  [
    validateControllerShard,
    shard,
    'status.released[0].written.configmaps',
    4711,
    'status.released[0].written.configmaps must be',
  ],
  [validateControllerShard, shard, 'status.phase', 'Sleeping', 'status.phase must be one of'],
  [validateControllerShard, shard, 'status.handoffs[0].at', undefined, 'status.handoffs[0].at is required'],
  [
    validateCompositeController,
    compositeController,
    'spec.parentResource',
    undefined,
    'spec.parentResource is required',
  ],
  [
    validateCompositeController,
    compositeController,
    'spec.childResources[0].updateStrategy.method',
    'Now',
    'method must be one of',
  ],
  [
    validateCompositeController,
    compositeController,
    'spec.hooks.sync.webhook.url',
    80,
    'spec.hooks.sync.webhook.url must be',
  ],
];

for (const [validate, good, path, value, message] of bad) {
  test(`${path} = ${JSON.stringify(value) ?? 'absent'} is refused by name`, () => {
    const refused = refusal(validate, withField(good, path, value));
    assert.is(refused.code, 'InvalidObject');
    assert.ok(refused.message.includes(message), refused.message);
  });
}

test('the message names the object, with its namespace if it has one', () => {
  assert.match(
    refusal(validateControllerShard, withField(shard, 'spec.set', undefined)).message,
    /^ControllerShard ops\/engine-0 is invalid: /,
  );
  const controller = withField(compositeController, 'spec.parentResource', undefined);
  assert.match(refusal(validateCompositeController, controller).message, /^CompositeController webapp is invalid: /);
});

test('what is no object at all is refused too', () => {
  for (const value of [undefined, null, 1, 'x', [], {}]) {
    for (const validate of [validateControllerShardSet, validateControllerShard, validateCompositeController]) {
      assert.is(refusal(validate, value).code, 'InvalidObject');
    }
  }
});

test('another kind is refused', () => {
  assert.is(refusal(validateControllerShard, shardSet).code, 'InvalidObject');
  assert.is(refusal(validateControllerShardSet, shard).code, 'InvalidObject');
});

test('many errors are told in a bounded message', () => {
  const released = Array.from({ length: 100 }, () => ({}));
  const { message } = refusal(validateControllerShard, withField(shard, 'status.released', released));
  assert.match(message, /and \d+ more$/);
  assert.ok(message.length < 1000, message);
});
