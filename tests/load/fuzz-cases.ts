import fc from "fast-check";
import { addressText, tornBodies, generateValue } from "./schema-cases.ts";
import type { Case } from "./fuzz-request.ts";
import { calls } from "./shop-document.ts";

const headers = fc.oneof(
  { weight: 8, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record({ "idempotency-key": fc.constantFrom("k".repeat(20), "é".repeat(20), "short") }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      "content-type": fc.constantFrom("text/plain", "application/json; charset=x", ""),
    }),
  },
  { weight: 1, arbitrary: fc.record({ origin: fc.constantFrom("https://evil.example", "null", "") }) },
  { weight: 1, arbitrary: fc.record({ cookie: fc.constantFrom("session=x", "__Host-session=%zz", ";;=") }) },
);

export const anyCase: fc.Arbitrary<Case> = fc.oneof(
  ...calls.map(({ method, path, operation }) => {
    const names = operation.parameters;
    const schema = operation.requestBody?.content["application/json"].schema;
    const body = schema
      ? fc.oneof({ weight: 9, arbitrary: generateValue(schema) }, { weight: 1, arbitrary: tornBodies })
      : fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: tornBodies });
    const inPath = names.filter((one) => one.in === "path").map(({ name }) => name);
    const inQuery = [
      ...names.filter((one) => one.in === "query").map(({ name }) => name),
      "page",
      "__proto__",
    ];
    return fc.record({
      method: fc.constant(method),
      path: fc.constant(path),
      who: fc.constantFrom("guest", "one", "one", "two"),
      params: fc.record(Object.fromEntries(inPath.map((name) => [name, addressText]))),
      query: fc.array(fc.tuple(fc.constantFrom(...inQuery), addressText), { maxLength: 3 }),
      headers,
      ...(method !== "GET" && { body }),
    });
  }),
);

const MOST_NAMES = 40;

/** Remembers the names that the shop gives, to ask for them later as their owner and as others. */
export function remember(value: unknown, names: string[]): void {
  if (value === null || typeof value !== "object") return;
  for (const [name, inner] of Object.entries(value)) {
    if (
      typeof inner === "string" &&
      /id$|token$/i.test(name) &&
      name !== "requestId" &&
      !names.includes(inner)
    ) {
      names.push(inner);
      // The goods stay, the rest moves on.
      if (names.length > MOST_NAMES) names.splice(2, 1);
    } else remember(inner, names);
  }
}
