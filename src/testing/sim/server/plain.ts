/** JSON as it arrives at a server: what the wire does not carry is gone. */

/**
 * Without undefined members. Returns `value` itself when there are none. What is the same object as in `before`, which has
 * arrived already, is not walked again.
 */
export function plain<T>(value: T, before?: unknown): T {
  return strip(value, before) as T;
}

type Members = Readonly<Record<string, unknown>>;

function strip(value: unknown, before: unknown): unknown {
  if (typeof value !== 'object' || value === null || value === before) return value;
  const known = typeof before === 'object' && before !== null ? before : undefined;
  return Array.isArray(value) ? stripItems(value, known) : stripMembers(value as Members, known as Members | undefined);
}

function stripItems(items: readonly unknown[], before: object | undefined): readonly unknown[] {
  const known: readonly unknown[] = Array.isArray(before) ? before : [];
  let changed: unknown[] | undefined;
  for (let i = 0; i < items.length; i += 1) {
    const item = items[i];
    const stripped = item === undefined ? null : strip(item, known[i]);
    if (stripped === item) continue;
    changed ??= [...items];
    changed[i] = stripped;
  }
  return changed ?? items;
}

function stripMembers(members: Members, before: Members | undefined): Members {
  let changed: Record<string, unknown> | undefined;
  for (const name in members) {
    const member = members[name];
    const stripped = strip(member, before?.[name]);
    if (stripped === member && member !== undefined) continue;
    changed ??= { ...members };
    if (member === undefined) delete changed[name];
    else changed[name] = stripped;
  }
  return changed ?? members;
}
