/** The stories that the golden transcripts tell, one per file. */
import { failure, object, Script } from './transcript.ts';

const started = (startFrom?: string): Script => new Script().on({ type: 'Started', startFrom });

export const SCENARIOS: Readonly<Record<string, () => Script>> = {
  'list-then-watch': () =>
    started()
      .listed(10, 'a', 'b')
      .watched({ type: 'ADDED', object: object('c', 12) })
      .watched({ type: 'BOOKMARK', resourceVersion: '40' })
      .note('a clean end: go on from the last version, at once')
      .pass(300_000)
      .on({ type: 'WatchEnded', random: 0.5 })
      .watched({ type: 'DELETED', object: object('a', 41) }),
  'start-from-a-known-version': () =>
    started('7')
      .note('the server has forgotten that version: list at once')
      .watched({ type: 'ERROR', status: 410, reason: 'Expired', message: 'too old' })
      .listed(50, 'a')
      .note('and again, without a sign of life in between: now with a delay')
      .watched({ type: 'ERROR', status: 410, reason: 'Expired', message: 'too old' })
      .pass(250)
      .on({ type: 'TimerFired' }),
  'crd-appears': () =>
    started()
      .note('not served yet')
      .on({ type: 'ListFailed', failure: failure(404, 'NotFound'), random: 0.5 })
      .pass(125)
      .on({ type: 'TimerFired' })
      .note('storage is (re)initializing')
      .on({ type: 'ListFailed', failure: failure(429, 'TooManyRequests', 1000), random: 0.5 })
      .pass(1250)
      .on({ type: 'TimerFired' })
      .listed(3),
  'forbidden-for-a-while': () => {
    const script = started();
    for (let n = 0; n < 9; n += 1) {
      script.on({ type: 'ListFailed', failure: failure(403, 'Forbidden'), random: 0.999 }).on({ type: 'TimerFired' });
    }
    return script.note('the delay has reached its bound').listed(3, 'a');
  },
  'half-open-connection': () =>
    started()
      .listed(10)
      .pass(80_000)
      .note('no bookmark: the connection is dead; nothing was missed')
      .on({ type: 'WatchFailed', failure: failure(0, 'Idle'), random: 0.5 })
      .pass(125)
      .on({ type: 'TimerFired' })
      .on({ type: 'Probed', resourceVersion: '10' })
      .watched({ type: 'MODIFIED', object: object('a', 11) }),
  'server-restarts': () =>
    started()
      .listed(10)
      .on({ type: 'WatchFailed', failure: failure(0, 'Unavailable'), random: 0.9 })
      .pass(225)
      .on({ type: 'TimerFired' })
      .note('it is asked how far it is before a watch goes on: it is not there yet')
      .on({ type: 'ProbeFailed', failure: failure(0, 'Unavailable'), random: 0.9 })
      .pass(450)
      .on({ type: 'TimerFired' })
      .on({ type: 'Probed', resourceVersion: '11' })
      .watched({ type: 'BOOKMARK', resourceVersion: '12' })
      .note('a sign of life: the next failure starts small again')
      .on({ type: 'WatchFailed', failure: failure(0, 'Unavailable'), random: 0.9 }),
  'server-hangs-up-at-once': () =>
    started()
      .listed(10)
      .pass(5)
      .on({ type: 'WatchEnded', random: 0.5 })
      .pass(125)
      .on({ type: 'TimerFired' })
      .on({ type: 'Probed', resourceVersion: '10' })
      .pass(5)
      .on({ type: 'WatchEnded', random: 0.5 }),
  'error-frame': () =>
    started()
      .listed(10)
      .watched({ type: 'ERROR', status: 500, reason: 'InternalError', message: 'boom' })
      .pass(125)
      .on({ type: 'TimerFired' }),
  'version-from-another-life': () => {
    const script = started().listed(900, 'a').note('the server is put back to a backup of version 300');
    script.on({ type: 'WatchFailed', failure: failure(0, 'Unavailable'), random: 0.5 }).pass(125);
    script.on({ type: 'TimerFired' }).note('a watch from 900 would hear nothing for ever');
    return script.on({ type: 'Probed', resourceVersion: '300' }).listed(300, 'a');
  },
  'version-that-no-watch-takes': () => {
    const script = started().listed(900, 'a');
    for (let i = 0; i < 8; i++) {
      script
        .watched({ type: 'ERROR', status: 504, reason: 'Timeout', message: 'Too large resource version' })
        .on({ type: 'TimerFired' });
      if (i < 7) script.on({ type: 'Probed', resourceVersion: '900' });
    }
    return script.note('suspect: listed anew').listed(901, 'a');
  },
  'resource-goes-away': () =>
    started()
      .listed(10)
      .on({ type: 'WatchFailed', failure: failure(404, 'NotFound'), random: 0.5 })
      .pass(125)
      .note('when it comes back its versions are others: list')
      .on({ type: 'TimerFired' }),
};
