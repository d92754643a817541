/** All scenarios: what the files of scenarios/ export as `scenarios`. */
import { readdir } from 'node:fs/promises';
import type { Needs, Scenario } from './scenario.ts';

const FOLDER = new URL('scenarios/', import.meta.url);

/** In the order of the files' names. Throws when two have one name. */
export async function allScenarios(): Promise<readonly Scenario[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.ts')).toSorted();
  const modules = await Promise.all(files.map((file) => import(new URL(file, FOLDER).href)));
  const scenarios = modules.flatMap((module: { readonly scenarios?: readonly Scenario[] }) => module.scenarios ?? []);
  const names = new Set(scenarios.map(({ name }) => name));
  if (names.size !== scenarios.length)
    throw new Error(`two scenarios have one name: ${scenarios.map(({ name }) => name).join(' ')}`);
  return scenarios;
}

/** Scenarios of one kind of stage can share one, save those that want to be alone. */
export function stageKindOf(needs: Needs): string {
  const { lease = 'dev', faultyNetwork = false, apply = false, workload = '', fence = false } = needs;
  return JSON.stringify({ lease, faultyNetwork, apply, workload, fence });
}
