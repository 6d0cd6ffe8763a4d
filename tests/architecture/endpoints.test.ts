import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { exists, filesLike, isPiece, ownerOf, root, sources, textOf } from "./sources.ts";

interface Declared {
  feature: string;
  name: string;
  endpoint: Endpoint;
}

const declared = await everythingDeclared();
const bound = exists("server/features.ts") ? await everythingBound() : [];

describe.skipIf(declared.length === 0)("endpoints", () => {
  test("each is bound exactly once", () => {
    const wrong = declared.flatMap(({ feature, name, endpoint }) => {
      const times = bound.filter((one) => one === endpoint).length;
      return times === 1 ? [] : [`${feature}: ${name} is bound ${times} times`];
    });
    expect(wrong).toEqual([]);
  });

  test("only what a domain declares is bound", () => {
    const known = new Set(declared.map(({ endpoint }) => endpoint));
    expect(bound.filter((endpoint) => !known.has(endpoint)).map(({ path: address }) => address)).toEqual([]);
  });

  test("each has a policy, and what changes something or belongs to a customer is not open by oversight", () => {
    const policies = ["public", "customer", "refresh", "webhook"];
    expect(
      declared.filter(({ endpoint }) => !policies.includes(endpoint.policy)).map(({ name }) => name),
    ).toEqual([]);
    const keptForAll = declared.filter(({ endpoint }) => endpoint.cached && endpoint.policy !== "public");
    expect(keptForAll.map(({ name }) => `${name} is cached for everyone`)).toEqual([]);
  });

  test("no refusal a shopper may see speaks in developer's words (D105)", () => {
    const words =
      /\b(JSON|HTTP|nonce|idempotency|header|payload|schema|client id|parameter|null|undefined)\b|[A-Z]+_[A-Z]|\bkey\b/i;
    const heard = declared
      .filter(({ endpoint }) => endpoint.policy !== "webhook")
      .flatMap(({ name, endpoint }) =>
        Object.values(endpoint.refusals).map(({ message }) => `${name}: ${message}`),
      );
    expect(heard.filter((message) => words.test(message.replace(/^\w+: /, "")))).toEqual([]);
  });

  test("no two answer to the same method and address", () => {
    const addresses = declared.flatMap(({ endpoint }) =>
      [endpoint.path, ...(endpoint.aliases ?? [])].map(
        (address) => `${endpoint.method} ${address.replaceAll(/:\w+/g, ":")}`,
      ),
    );
    expect(addresses.filter((address, place) => addresses.indexOf(address) !== place)).toEqual([]);
  });

  test("every refusal is one its feature can give", () => {
    const unused = declared.flatMap(({ feature, name, endpoint }) => {
      const given = codesIn(feature);
      return Object.keys(endpoint.refusals)
        .filter((code) => !given.has(code))
        .map((code) => `${feature}: ${name} never refuses with ${code}`);
    });
    expect(unused).toEqual([]);
  });
});

async function everythingDeclared(): Promise<Declared[]> {
  const found = await Promise.all(
    filesLike("shop/*/endpoints.ts").map(async (file) => {
      const exported = (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, unknown>;
      return Object.entries(exported)
        .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
        .map(([name, endpoint]) => ({ feature: ownerOf(file), name, endpoint }));
    }),
  );
  return found.flat();
}

async function everythingBound(): Promise<Endpoint[]> {
  const { routes } = (await import(pathToFileURL(path.join(root, "server/features.ts")).href)) as {
    routes: readonly { endpoint: Endpoint }[];
  };
  return routes.map(({ endpoint }) => endpoint);
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" &&
    value !== null &&
    ["method", "path", "policy", "refusals"].every((key) => key in value)
  );
}

/** Every text and every key in the feature's rules and server: a refusal's code is one of them. */
function codesIn(feature: string): Set<string> {
  const places = sources.filter(
    ({ file }) => ownerOf(file) === feature && !/\/web\/|\/endpoints\.ts$/.test(file),
  );
  return new Set(
    places.flatMap(({ pieces }) =>
      pieces.map((piece) => textOf(piece) ?? keyOf(piece.type === "Property" ? piece["key"] : null)),
    ),
  );
}

const keyOf = (key: unknown): string => (isPiece(key) && typeof key["name"] === "string" ? key["name"] : "");
