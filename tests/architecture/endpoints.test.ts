import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import type { CallInput } from "#contract/endpoint-call.ts";
import type { Contract, Endpoint, RefusalOf } from "#contract/endpoint.ts";
import { pagePaths } from "#contract/page-paths.ts";
import { updateCart } from "#shop/cart/endpoints.ts";
import type { readProduct } from "#shop/catalogue/endpoints.ts";
import { listFiles, getOwner, root, sources } from "./sources.ts";
import { isPiece, getText } from "./pieces.ts";
import { buildOpenApi } from "#platform/http/openapi.ts";
import { featureUses } from "../../scripts/architecture.ts";
import { routes } from "../../server/features.ts";

interface DeclaredEndpoint {
  feature: string;
  name: string;
  endpoint: Endpoint;
  contract: Contract;
}

const declared = await loadDeclared();

test("each API endpoint has one route with its own contract, and there are no other routes (§3, §7)", () => {
  const bound = new Map<Endpoint, unknown>(routes.map(({ endpoint, contract }) => [endpoint, contract]));
  expect(routes).toHaveLength(declared.length);
  const wrong = declared.filter(({ endpoint, contract }) => bound.get(endpoint) !== contract);
  expect(wrong.map(({ feature, name }) => `${feature}: ${name}`)).toEqual([]);
});

test("the public shop has no API call and no page that is for the owner only (D112)", () => {
  const calls = declared.map(({ endpoint }) => `${endpoint.policy} ${endpoint.path}`);
  expect(calls.filter((call) => !/^(public|customer|refresh|webhook) /.test(call))).toEqual([]);
  const paths = [...calls, ...Object.keys(pagePaths), ...Object.values(pagePaths).flat()].map(String);
  expect(paths.filter((text) => /\b(admin|desk|owner|operator)\b/i.test(text))).toEqual([]);
});

test("the API document gives every API call a unique id, a description and a group (§2.12)", () => {
  const { paths, tags } = buildOpenApi(routes, "http://shop.example");
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const ids = operations.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { operationId, description, tags: groups, parameters } of operations) {
    expect(operationId).toMatch(/^[a-z][A-Za-z0-9]+$/);
    expect(description, operationId).toMatch(/\.$/);
    for (const tag of groups)
      expect(
        tags.map(({ name }) => name),
        operationId,
      ).toContain(tag);
    for (const parameter of parameters) expect(parameter.description, operationId).not.toBe("");
  }
  for (const { description } of tags) expect(description).toMatch(/\.$/);
  expect(Object.keys(paths).filter((path) => path.endsWith("/"))).toEqual([]);
});

test("the endpoint modules that browsers load contain no schemas, error definitions or texts", () => {
  const facts = ["method", "path", "policy", "read", "requiredList"];
  const heavy = declared.flatMap(({ feature, name, endpoint }) =>
    Object.keys(endpoint)
      .filter((key) => !facts.includes(key))
      .map((key) => `${feature}: ${name} carries ${key}`),
  );
  expect(heavy).toEqual([]);
});

test("the compiler rejects a call or an error code that does not match the API contract", () => {
  const change: CallInput<typeof updateCart> = { body: { productId: "bowl", quantity: 2 } };
  // @ts-expect-error The body is not optional.
  const bare: CallInput<typeof updateCart> = {};
  // @ts-expect-error A product id is a text.
  const wrong: CallInput<typeof updateCart> = { body: { productId: 5 } };
  // @ts-expect-error The path parameter is missing.
  const nowhere: CallInput<typeof readProduct> = {};
  const refusal: RefusalOf<typeof updateCart> = "not_in_cart";
  // @ts-expect-error This endpoint never returns that error code.
  const other: RefusalOf<typeof updateCart> = "email_taken";
  // @ts-expect-error Endpoints have no schemas, because they are sent to the browser. Only the contract has them.
  const schema: unknown = updateCart.body;
  expect([change, bare, wrong, nowhere, refusal, other, schema]).toHaveLength(7);
});

test("only public endpoints are cached for everyone (§7)", () => {
  const cachedForAll = declared.filter(
    ({ endpoint, contract }) => contract.cached && endpoint.policy !== "public",
  );
  expect(cachedForAll.map(({ name }) => name)).toEqual([]);
});

test("no error message for shoppers contains technical words (§8, D105)", () => {
  const words =
    /\b(JSON|HTTP|nonce|idempotency|header|payload|schema|client id|parameter|null|undefined)\b|[A-Z]+_[A-Z]|\bkey\b/i;
  const heard = declared
    .filter(({ endpoint }) => endpoint.policy !== "webhook")
    .flatMap(({ name, contract }) =>
      Object.values(contract.refusals).map(({ message }) => `${name}: ${message}`),
    );
  expect(heard.filter((message) => words.test(message.replace(/^\w+: /, "")))).toEqual([]);
});

test("every declared error code is used by its feature, or by a feature that it imports", () => {
  const places = Map.groupBy(sources, ({ file }) => getOwner(file));
  const used = new Map([...places].map(([feature, files]) => [feature, listCodes(files)]));
  const unused = declared.flatMap(({ feature, name, contract }) => {
    const users = [feature, ...(featureUses[feature] ?? [])];
    return Object.keys(contract.refusals)
      .filter((code) => !users.some((user) => used.get(user)?.has(code)))
      .map((code) => `${feature}: ${name} never refuses with ${code}`);
  });
  expect(unused).toEqual([]);
});

async function loadDeclared(): Promise<DeclaredEndpoint[]> {
  const declaredByFile = await Promise.all(
    listFiles("shop/*/endpoints.ts").map(async (file) => {
      const exported = await loadExports<unknown>(file);
      const contracts = await loadExports<Contract>(file.replace("endpoints.ts", "contracts.ts"));
      return Object.entries(exported)
        .filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1]))
        .map(([name, endpoint]) => {
          const contract = contracts[name];
          if (!contract) throw new Error(`${file}: ${name} has no contract`);
          return { feature: getOwner(file), name, endpoint, contract };
        });
    }),
  );
  return declaredByFile.flat();
}

async function loadExports<T>(file: string): Promise<Record<string, T>> {
  return (await import(pathToFileURL(path.join(root, file)).href)) as Record<string, T>;
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && ["method", "path"].every((key) => key in value);
}

/** Returns the error codes that the files use: all strings and property names outside web/ and contracts. */
function listCodes(files: typeof sources): Set<string> {
  const places = files.filter(({ file }) => !/\/web\/|\/contracts\.ts$/.test(file));
  const pieces = places.flatMap((place) => place.pieces);
  const codes = pieces.map(
    (piece) => getText(piece) ?? getKey(piece.type === "Property" ? piece["key"] : null),
  );
  return new Set([
    ...codes,
    ...(pieces.some((piece) => getKey(piece) === "refuseTooMany") ? ["too_many"] : []),
  ]);
}

const getKey = (key: unknown): string => (isPiece(key) && typeof key["name"] === "string" ? key["name"] : "");
