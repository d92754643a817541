/** JSON as it arrives at a server: what the wire does not carry is gone. */

/** Without undefined members. Returns `value` itself when there are none. */
export function plain<T>(value: T): T {
  return strip(value) as T;
}

type Members = Readonly<Record<string, unknown>>;

function strip(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return Array.isArray(value) ? stripItems(value) : stripMembers(value as Members);
}

function stripItems(items: readonly unknown[]): readonly unknown[] {
  let changed: unknown[] | undefined;
  for (let i = 0; i < items.length; i += 1) {
    const item = items[i];
    const stripped = item === undefined ? null : strip(item);
    if (stripped === item) continue;
    changed ??= [...items];
    changed[i] = stripped;
  }
  return changed ?? items;
}

function stripMembers(members: Members): Members {
  let changed: Record<string, unknown> | undefined;
  for (const name in members) {
    const member = members[name];
    const stripped = strip(member);
    if (stripped === member && member !== undefined) continue;
    changed ??= { ...members };
    if (member === undefined) delete changed[name];
    else changed[name] = stripped;
  }
  return changed ?? members;
}
