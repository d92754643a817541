/** The keyspace: what decides where an object goes is its name, and names that look alike do not land side by side. */
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { SLOT_COUNT, parseSlot, slotOf } from '../../../src/protocol/slots.ts';
import { suite } from '../../suite.ts';

const test = suite('protocol/slots');

/** 32 bits, as sharders that hash names into ranges often do it. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return hash;
}

/** The fullest of `replicas` equal parts of [0, size) over the mean. */
function peakOverMean(values: readonly number[], size: number, replicas: number): number {
  const counts = Array.from({ length: replicas }, () => 0);
  for (const value of values) {
    const part = Math.floor((value / size) * replicas);
    counts[part] = (counts[part] ?? 0) + 1;
  }
  return Math.max(...counts) / (values.length / replicas);
}

const TENANTS = Array.from({ length: 100 }, (_, i) => `tenant-${String(i).padStart(2, '0')}`);

test('a slot is what a shell says it is', () => {
  // printf %s default/web | sha256sum | cut -c1-3
  assert.is(slotOf('default/web'), 0x82b);
  assert.is(slotOf('/tenant-00'), 0x0a7);
});

test('tenant-00 to tenant-99 are shared by four replicas: at most 1.3 times the mean, where FNV-1a has 1.9', () => {
  assert.ok(peakOverMean(TENANTS.map(fnv1a), 2 ** 32, 4) > 1.9, 'names that are hard for a weak hash');
  for (const key of [(name: string) => `/${name}`, (name: string) => `${name}/app`, (name: string) => `apps/${name}`]) {
    const slots = TENANTS.map((name) => slotOf(key(name)));
    assert.ok(peakOverMean(slots, SLOT_COUNT, 4) <= 1.3, key('x'));
  }
});

test('numbered names spread: 10,000 objects over ten replicas, at most 1.1 times the mean', () => {
  const slots = Array.from({ length: 10_000 }, (_, i) => slotOf(`default/web-${i}`));
  assert.ok(peakOverMean(slots, SLOT_COUNT, 10) <= 1.1);
});

test('a label is a slot only when it is an integer 0 to 4095 in plain decimal', () => {
  for (let slot = 0; slot < SLOT_COUNT; slot++) assert.is(parseSlot(String(slot)), slot);
  for (const text of ['', '4096', '-1', '01', '+1', '1.0', '1e3', ' 1', '1 ', '0x1', '٣', 'NaN'])
    assert.is(parseSlot(text), undefined, JSON.stringify(text));
  assert.is(parseSlot(undefined), undefined);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const slot = parseSlot(text);
      assert.ok(slot === undefined || String(slot) === text);
    }),
  );
});
