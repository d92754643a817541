import * as assert from 'uvu/assert';

import { compileSelector, SELECT_EVERYTHING, selectorOfLabels } from '../../../src/kube/selector.ts';
import { hasCode } from '../../../src/lib/errors.ts';
import { suite } from '../../suite.ts';

const test = suite('selector');

test('matches as the API server does', () => {
  const cases: readonly (readonly [unknown, Record<string, string> | undefined, boolean])[] = [
    [{}, undefined, true],
    [{ matchLabels: { a: '1' } }, { a: '1', b: '2' }, true],
    [{ matchLabels: { a: '1' } }, { a: '2' }, false],
    [{ matchLabels: { a: '' } }, {}, false],
    [{ matchLabels: { a: '' } }, { a: '' }, true],
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['1', '2'] }] }, { a: '2' }, true],
    [{ matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['1'] }] }, {}, true],
    [{ matchExpressions: [{ key: 'a', operator: 'NotIn', values: ['1'] }] }, { a: '1' }, false],
    [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, { a: '' }, true],
    [{ matchExpressions: [{ key: 'a', operator: 'Exists' }] }, undefined, false],
    [{ matchExpressions: [{ key: 'a', operator: 'DoesNotExist', values: [] }] }, {}, true],
    [{ matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }] }, { a: '1' }, false],
    [{ matchLabels: { a: '1' }, matchExpressions: [{ key: 'b', operator: 'Exists' }] }, { a: '1' }, false],
    [{ matchExpressions: [{ key: 'toString', operator: 'Exists' }] }, {}, false],
  ];
  for (const [selector, labels, expected] of cases) {
    assert.is(compileSelector(selector, 's').matches(labels), expected, JSON.stringify([selector, labels]));
  }
});

test('has one text for equal selectors', () => {
  const a = compileSelector(
    {
      matchLabels: { b: '1', 'x.io/a': '2' },
      matchExpressions: [{ key: 'c', operator: 'NotIn', values: ['2', '1', '2'] }],
    },
    's',
  );
  const b = compileSelector(
    {
      matchExpressions: [
        { key: 'c', operator: 'NotIn', values: ['1', '2'] },
        { key: 'b', operator: 'In', values: ['1'] },
      ],
      matchLabels: { 'x.io/a': '2' },
    },
    's',
  );
  assert.is(a.text, 'b=1,c notin (1,2),x.io/a=2');
  assert.is(b.text, a.text);
  assert.is(SELECT_EVERYTHING.text, '');
  assert.is(selectorOfLabels({ 'controller-uid': 'u' }, 's').text, 'controller-uid=u');
});

test('refuses what the API server would refuse, naming the field', () => {
  const cases: readonly (readonly [unknown, string])[] = [
    [undefined, 'spec.selector:'],
    [{ matchlabels: {} }, 'spec.selector.matchlabels:'],
    [{ matchLabels: { 'a b': '1' } }, 'spec.selector.matchLabels:'],
    [{ matchLabels: { a: 'x'.repeat(64) } }, 'spec.selector.matchLabels[a]:'],
    [{ matchLabels: { a: 1 } }, 'spec.selector.matchLabels[a]:'],
    [{ matchExpressions: [{ key: 'a', operator: 'Has' }] }, 'spec.selector.matchExpressions[0].operator:'],
    [{ matchExpressions: [{ key: 'a', operator: 'In', values: [] }] }, 'spec.selector.matchExpressions[0].values:'],
    [
      { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['1'] }] },
      'spec.selector.matchExpressions[0].values:',
    ],
    [{ matchExpressions: [{ operator: 'Exists' }] }, 'spec.selector.matchExpressions[0].key:'],
    [{ matchExpressions: [{ key: 'UPPER.io/a', operator: 'Exists' }] }, 'spec.selector.matchExpressions[0].key:'],
  ];
  for (const [selector, start] of cases) {
    assert.throws(
      () => compileSelector(selector, 'spec.selector'),
      (error: unknown) => hasCode(error, 'InvalidSelector') && error.terminal && error.message.startsWith(start),
    );
  }
});
