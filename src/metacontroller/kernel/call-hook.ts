/** One hook call of a sync: request, headers, metrics, answer. */
import type { KubeObject } from '../../kube/types.ts';
import type { ReconcileContext } from '../../replica/ports.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { createHookEndpoint } from '../hook/endpoint.ts';
import type { HookEndpoint, HookEndpointOptions, HookReply } from '../hook/endpoint.ts';
import { encodeRequest } from '../hook/request.ts';
import type { CompiledHook } from '../hook/webhook.ts';
import type { ObservedKind, Setup } from './policy.ts';

export interface HookQuestion {
  readonly hook: CompiledHook;
  readonly parent: KubeObject;
  readonly observed: readonly ObservedKind[];
  readonly finalizing: boolean;
  readonly context: Pick<ReconcileContext, 'token' | 'signal' | 'assertOwned'>;
}

export interface HookCaller {
  /** Errors: those of `HookEndpoint.call`. */
  readonly call: (question: HookQuestion) => Promise<HookReply>;
  /** When no further call will come. */
  readonly close: () => void;
}

export interface HookCallerOptions extends Pick<HookEndpointOptions, 'client' | 'references' | 'etags'> {
  readonly setup: Setup;
  readonly metrics: Metrics;
}

export function createHookCaller(options: HookCallerOptions): HookCaller {
  const { setup, metrics } = options;
  const { policy } = setup;
  const meters = { sync: createMeter(setup, metrics, 'sync'), finalize: createMeter(setup, metrics, 'finalize') };
  const endpoints = new Map<CompiledHook, HookEndpoint>();
  const endpointOf = (hook: CompiledHook): HookEndpoint => {
    const found = endpoints.get(hook) ?? createHookEndpoint({ ...options, hook, envelope: policy.envelope });
    endpoints.set(hook, found);
    return found;
  };
  return {
    call: ({ hook, parent, observed, finalizing, context }) => {
      const body = encodeRequest({
        version: hook.version,
        fields: policy.requestFields,
        controllerJson: setup.controllerJson,
        parent,
        children: observed.map(({ rule, objects }) => ({ resource: rule.resource, objects })),
        finalizing,
        slotLabel: setup.slotLabel,
      });
      return endpointOf(hook).call({
        subject: subjectOf(parent),
        body,
        headers: {
          'shardkeeper-slot': String(context.token.slot),
          'shardkeeper-generation': context.token.fencing,
        },
        signal: context.signal,
        admit: () => context.assertOwned('hook'),
        ...meters[finalizing ? 'finalize' : 'sync'],
      });
    },
    close: () => {
      for (const endpoint of endpoints.values()) endpoint.close();
    },
  };
}

/** A parent that was made anew has nothing to do with the former one. */
function subjectOf({ apiVersion, kind, metadata }: KubeObject): string {
  const { namespace = '', name, uid = '' } = metadata;
  return `${apiVersion} ${kind} ${namespace}/${name} ${uid}`;
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
