export interface Variant {
  name: string;
  path: Path;
  body: unknown;
}

type Path = (string | number)[];

/** Returns variants with one changed field: omitted, null, a number converted to a string, or one of `others`. */
export function listVariants(full: unknown, others: Record<string, unknown[]> = {}): Variant[] {
  return listPaths(full).flatMap((path) => {
    const value = readAt(full, path);
    const pattern = path.map((step) => (typeof step === "number" ? "*" : step)).join(".");
    const changes = [null, ...(typeof value === "number" ? [String(value)] : []), ...(others[pattern] ?? [])];
    return [
      { name: `without ${pattern}`, path, body: changeAt(full, path, undefined) },
      ...changes.map((to) => ({
        name: `${pattern}: ${JSON.stringify(to)}`,
        path,
        body: changeAt(full, path, to),
      })),
    ];
  });
}

/** A response that contains several variants, each in a different entry of a list. */
interface Batch {
  body: unknown;
  variants: Variant[];
}

/** The maximum number of changed entries in one response. Every page shows this many without paging. */
const BATCH_SIZE = 8;

/** Groups the variants into responses. Variants of different entries of a list (with ids) share a response. */
export function gatherVariants(full: unknown, variants: readonly Variant[]): Batch[] {
  const byList = Map.groupBy(variants, ({ path }) => {
    const at = path.findIndex((step) => typeof step === "number");
    return at >= 0 && at < path.length - 1 && hasId(readAt(full, path.slice(0, at + 1))) ? at : -1;
  });
  return [...byList].flatMap(([at, some]) => {
    if (at < 0) return some.map((variant) => ({ body: variant.body, variants: [variant] }));
    return [...Map.groupBy(some, ({ path }) => path.slice(0, at).join("."))].flatMap(([, ofList]) =>
      Array.from({ length: Math.ceil(ofList.length / BATCH_SIZE) }, (_, index) => {
        const batch = ofList.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE);
        const list = batch[0]!.path.slice(0, at);
        const original = readAt(full, [...list, 0]) as Entry;
        const entries = batch.map(({ body }, place) =>
          withOwnIds(readAt(body, [...list, 0]) as Entry, original, place),
        );
        return { body: changeAt(full, list, entries), variants: batch };
      }),
    );
  });
}

type Entry = Record<string, unknown>;

const IDS = ["_id", "id", "productId", "orderId"];

const hasId = (value: unknown): boolean =>
  typeof value === "object" && value !== null && IDS.some((name) => name in value);

/** Makes the entry's ids unique by its position, except an id that the variant changes on purpose. */
function withOwnIds(entry: Entry, original: Entry, place: number): Entry {
  const ids = IDS.filter((name) => typeof entry[name] === "string" && entry[name] === original[name]);
  return { ...entry, ...Object.fromEntries(ids.map((name) => [name, `${String(entry[name])}-${place}`])) };
}

function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const step = Array.isArray(value) ? Number(name) : name;
    return [[...path, step], ...listPaths(inner, [...path, step])];
  });
}

const readAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<string, unknown>)[step], value);

/** Returns a copy with the value `to` at this path. If `to` is undefined, the JSON does not contain the field. */
function changeAt(full: unknown, path: Path, to: unknown): unknown {
  if (path.length === 0) return to;
  const body = structuredClone(full);
  const last = path.at(-1) ?? "";
  const holder = readAt(body, path.slice(0, -1));
  (holder as Record<string, unknown>)[last] = to;
  return body;
}
