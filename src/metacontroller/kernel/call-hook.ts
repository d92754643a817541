/** One hook call of a sync: request, headers, metrics, answer. */
import type { KubeObject } from '../../kube/types.ts';
import type { ReconcileContext } from '../../replica/ports.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { HookClient } from '../hook/client.ts';
import { encodeRequest } from '../hook/request.ts';
import { decodeResponse } from '../hook/response.ts';
import type { CompiledHook } from '../hook/webhook.ts';
import type { ObservedKind, Setup } from './policy.ts';

export interface HookQuestion {
  readonly hook: CompiledHook;
  readonly parent: KubeObject;
  readonly observed: readonly ObservedKind[];
  readonly finalizing: boolean;
  readonly context: Pick<ReconcileContext, 'token' | 'signal' | 'assertOwned'>;
}

export type HookReply =
  | { readonly type: 'Answer'; readonly response: Readonly<Record<string, unknown>> }
  | { readonly type: 'Throttled'; readonly retryAfterMs: number };

export interface HookCaller {
  /** Errors: those of `HookClient.call` and `decodeResponse`. */
  readonly call: (question: HookQuestion) => Promise<HookReply>;
}

export interface HookCallerOptions {
  readonly setup: Setup;
  readonly client: HookClient;
  readonly metrics: Metrics;
}

export function createHookCaller({ setup, client, metrics }: HookCallerOptions): HookCaller {
  const { policy } = setup;
  const sync = createMeter(setup, metrics, 'sync');
  const finalize = createMeter(setup, metrics, 'finalize');
  return {
    call: async ({ hook, parent, observed, finalizing, context }) => {
      const body = encodeRequest({
        version: hook.version,
        fields: policy.requestFields,
        controllerJson: setup.controllerJson,
        parent,
        children: observed.map(({ rule, objects }) => ({ resource: rule.resource, objects })),
        finalizing,
        slotLabel: setup.slotLabel,
      });
      const meter = finalizing ? finalize : sync;
      const answer = await client.call({
        url: hook.url,
        label: hook.label,
        body,
        headers: {
          'shardkeeper-slot': String(context.token.slot),
          'shardkeeper-generation': context.token.fencing,
        },
        timeoutMs: hook.timeoutMs,
        signal: context.signal,
        admit: () => context.assertOwned('hook'),
        ...meter,
      });
      if (answer.type === 'Throttled') return answer;
      return {
        type: 'Answer',
        response: decodeResponse(answer.bytes, { envelope: policy.envelope, strict: hook.strict }),
      };
    },
  };
}

interface Meter {
  readonly onStart: () => void;
  readonly onEnd: (code: string, seconds: number) => void;
}

function createMeter(setup: Setup, metrics: Metrics, name: 'sync' | 'finalize'): Meter {
  const labels = {
    url: setup.hooks[name]?.label ?? '',
    controller_name: setup.name,
    controller_type: setup.policy.kind,
  };
  let inFlight = 0;
  const show = (): void => metrics.set(`metacontroller_${name}_in_flight_requests`, inFlight, labels);
  if (setup.hooks[name] !== undefined) {
    // Series exist from the start.
    show();
    metrics.count(`metacontroller_${name}_requests_total`, { ...labels, code: '200', method: 'post' }, 0);
  }
  return {
    onStart: () => {
      inFlight += 1;
      show();
    },
    onEnd: (code, seconds) => {
      inFlight -= 1;
      show();
      metrics.count(`metacontroller_${name}_requests_total`, { ...labels, code, method: 'post' });
      metrics.observe(`metacontroller_${name}_request_duration_histogram_seconds`, seconds, {
        ...labels,
        method: 'post',
      });
    },
  };
}
