/** The status of a pod as its kubelet reports it. Pure. */
import { toTime } from '../../../lib/clock.ts';
import type { Pod, PodCondition } from './pod.ts';
import { containerOf } from './pod.ts';
import type { RunnerState, Termination } from './runner-state.ts';

export interface StatusInput {
  readonly pod: Pod;
  readonly state: RunnerState;
  readonly podIP: string;
  readonly hostIP: string;
  readonly pid: number | undefined;
  /** When the kubelet saw the pod first. */
  readonly acceptedWallMs: number;
  /** Conditions of the last report: a condition keeps its time while its status stays. */
  readonly reported: readonly PodCondition[];
  readonly wallMs: number;
}

const OWN_CONDITIONS = ['PodScheduled', 'Initialized', 'ContainersReady', 'Ready'];

export interface ReportedStatus {
  readonly phase: string;
  readonly conditions: readonly PodCondition[];
  readonly [field: string]: unknown;
}

export function podStatus(input: StatusInput): ReportedStatus {
  const { state, pod, podIP, hostIP } = input;
  const containerReady = state.type === 'Running' && state.ready;
  const gatesOpen = (pod.spec.readinessGates ?? []).every((gate) =>
    pod.status?.conditions?.some((one) => one.type === gate.conditionType && one.status === 'True'),
  );
  return {
    phase: phaseOf(input),
    podIP,
    podIPs: [{ ip: podIP }],
    hostIP,
    startTime: toTime(input.acceptedWallMs),
    conditions: [
      ...(pod.status?.conditions ?? []).filter((one) => !OWN_CONDITIONS.includes(one.type)),
      condition(input, 'PodScheduled', true),
      condition(input, 'Initialized', true),
      condition(input, 'ContainersReady', containerReady),
      condition(input, 'Ready', containerReady && gatesOpen),
    ],
    containerStatuses: [containerStatus(input, containerReady)],
  };
}

function phaseOf({ state }: StatusInput): string {
  switch (state.type) {
    case 'Ended':
    case 'Removing':
      if (state.last === undefined) return 'Pending';
      return state.last.exitCode === 0 ? 'Succeeded' : 'Failed';
    case 'Running':
    case 'Stopping':
      return 'Running';
    case 'Preparing':
    case 'BackingOff':
    case 'HeldBack':
      return state.last === undefined ? 'Pending' : 'Running';
  }
}

function condition({ reported, wallMs }: StatusInput, type: string, ok: boolean): PodCondition {
  const status = ok ? 'True' : 'False';
  const before = reported.find((one) => one.type === type);
  return before?.status === status ? before : { type, status, lastTransitionTime: toTime(wallMs) };
}

function containerStatus({ pod, state, pid }: StatusInput, ready: boolean): Readonly<Record<string, unknown>> {
  const container = containerOf(pod);
  const ended = state.type === 'Ended' || state.type === 'Removing';
  return {
    name: container.name,
    image: container.image ?? '',
    imageID: '',
    ...(pid === undefined ? {} : { containerID: `process://${pid}` }),
    ready,
    started: (state.type === 'Running' && state.started) || state.type === 'Stopping',
    restartCount: state.restarts,
    state: containerState(state),
    lastState: state.last === undefined || ended ? {} : { terminated: terminated(state.last) },
  };
}

function containerState(state: RunnerState): Readonly<Record<string, unknown>> {
  switch (state.type) {
    case 'Running':
    case 'Stopping':
      return { running: { startedAt: toTime(state.startedWallMs) } };
    case 'Preparing':
      return { waiting: { reason: 'ContainerCreating' } };
    case 'BackingOff':
      return { waiting: { reason: state.reason, message: state.message } };
    case 'HeldBack':
      return { waiting: { reason: 'HeldBack', message: 'held back by a test: it is started when it is released' } };
    case 'Ended':
    case 'Removing':
      return state.last === undefined ? { waiting: { reason: 'NotStarted' } } : { terminated: terminated(state.last) };
  }
}

function terminated(last: Termination): Readonly<Record<string, unknown>> {
  return {
    exitCode: last.exitCode,
    reason: last.reason,
    ...(last.message === undefined ? {} : { message: last.message }),
    startedAt: toTime(last.startedWallMs),
    finishedAt: toTime(last.finishedWallMs),
  };
}
