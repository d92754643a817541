/** W5: the marks of those who left, and when there are none. */
import * as assert from 'uvu/assert';
import { marksFor } from '../../../src/protocol/replica/gain.ts';
import type { Incoming, PeerView } from '../../../src/protocol/replica/types.ts';
import { compareVersions } from '../../../src/protocol/replica/view.ts';
import { suite } from '../../suite.ts';

const marks = suite('marks of completeness');

const PIECE: Incoming = { start: 10, end: 19, epoch: 5, generation: 7, sinceMs: 0, leavers: ['B'] };
const PEER: PeerView = {
  observed: { uid: 'set', epoch: 5, generation: 7 },
  held: [{ start: 20, end: 29 }],
  released: [{ start: 0, end: 19, generation: 7, written: { configmaps: '900', secrets: '8' } }],
};

marks('of one leaver', () => {
  assert.equal(marksFor(PIECE, 'set', { B: PEER }), { configmaps: '900', secrets: '8' });
});

marks('of several: the highest, of resources that all of them know', () => {
  const other = { ...PEER, released: [{ start: 10, end: 19, generation: 6, written: { configmaps: '1000' } }] };
  assert.equal(marksFor({ ...PIECE, leavers: ['B', 'C'] }, 'set', { B: PEER, C: other }), { configmaps: '1000' });
});

marks('of a range that left in two parts', () => {
  const released = [
    { start: 10, end: 14, generation: 7, written: { configmaps: '5', secrets: '9' } },
    { start: 15, end: 19, generation: 7, written: { configmaps: '6' } },
  ];
  assert.equal(marksFor(PIECE, 'set', { B: { ...PEER, released } }), { configmaps: '6' });
});

const NONE: Readonly<Record<string, PeerView | undefined>> = {
  'does not answer': undefined,
  'has a status of another set': { ...PEER, observed: { uid: 'old', epoch: 5, generation: 7 } },
  'has a status of another epoch': { ...PEER, observed: { uid: 'set', epoch: 4, generation: 9 } },
  'has an older status': { ...PEER, observed: { uid: 'set', epoch: 5, generation: 6 } },
  'has a status without a table': { ...PEER, observed: undefined },
  'still holds a part': { ...PEER, held: [{ start: 19, end: 25 }] },
  'has marks for a part only': { ...PEER, released: [{ start: 10, end: 18, generation: 7, written: {} }] },
  'has no marks': { ...PEER, released: [] },
};
for (const [what, peer] of Object.entries(NONE)) {
  marks(`none when the leaver ${what}`, () => {
    assert.is(marksFor(PIECE, 'set', { B: peer }), undefined);
  });
}

marks('none when it is not known who left', () => {
  assert.is(marksFor({ ...PIECE, leavers: undefined }, 'set', {}), undefined);
});

marks('versions are compared as integers, beyond 2^53 too', () => {
  assert.ok(compareVersions('999', '1000') < 0);
  assert.ok(compareVersions('9007199254740993', '9007199254740992') > 0);
  assert.is(compareVersions('7', '7'), 0);
});
