/** One change to one field of an answer, and the answer with it. */
export interface Variant {
  name: string;
  body: unknown;
}

type Path = (string | number)[];

/** Every field of an answer in turn: null, left out, a number as text, and in the other types that it may have. */
export function listVariants(full: unknown, others: Record<string, unknown[]> = {}): Variant[] {
  return listPaths(full).flatMap((path) => {
    const value = path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], full);
    const pattern = path.map((step) => (typeof step === "number" ? "*" : step)).join(".");
    const changes = [null, ...(typeof value === "number" ? [String(value)] : []), ...(others[pattern] ?? [])];
    return [
      { name: `without ${pattern}`, body: changeAt(full, path, undefined) },
      ...changes.map((to) => ({ name: `${pattern}: ${JSON.stringify(to)}`, body: changeAt(full, path, to) })),
    ];
  });
}

/** Lists the paths of everything that can be changed: every field, also those that hold others. */
function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const step = Array.isArray(value) ? Number(name) : name;
    return [[...path, step], ...listPaths(inner, [...path, step])];
  });
}

/** A copy; what becomes undefined is not there in JSON. */
function changeAt(full: unknown, path: Path, to: unknown): unknown {
  const body = structuredClone(full);
  const last = path.at(-1) ?? "";
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], body);
  (holder as Record<string, unknown>)[last] = to;
  return body;
}
