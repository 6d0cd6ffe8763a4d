import { beforeAll, describe, expect, test } from "vitest";
import { MINUTE } from "#contract/time.ts";
import { routes } from "../../server/features.ts";
import type { TestResponse } from "../support/api.ts";
import { hashTables } from "../support/database.ts";
import { api, asha, context, ravi, sendAbout, setUp, setUpEveryCall } from "./two-customers.ts";
import { bodies, customers, getName, send, getUsualStatus } from "./every-call.ts";

setUpEveryCall();

const naming = customers.filter((endpoint) => /:|payments|POST \/api\/orders$/.test(getName(endpoint)));

/** Tables that are not compared: `outbox` copies other tables, and `rate_limit` counts rejected calls too. */
const UNCOMPARED = ["outbox", "rate_limit"];

const isWriting = ({ method }: (typeof customers)[number]) => method !== "GET";

const hashEverything = () => hashTables(context.database.pool, UNCOMPARED);

test("the authorization tests have a request body for each API call that needs a login", () => {
  expect(customers.map(getName).toSorted()).toEqual(Object.keys(bodies).toSorted());
});

const inOrder = customers.toSorted((one, other) => Number(isWriting(one)) - Number(isWriting(other)));

let isChanged = true;

describe.each(inOrder.map((endpoint) => [getName(endpoint), endpoint] as const))("%s", (name, endpoint) => {
  beforeAll(async () => {
    if (isChanged) await setUp();
    // The last test of each writing call changes data, so the next call needs a new shop.
    isChanged = isWriting(endpoint);
  });

  const testForeign = async () => {
    const previousHash = await hashEverything();
    expect((await send(endpoint, ravi)).status).toBe(404);
    for (const unknown of ["00000000-0000-7000-8000-000000000000", "nobody's", "1"])
      expect((await sendAbout(unknown, () => send(endpoint, ravi))).status).toBe(404);
    expect(await hashEverything()).toEqual(previousHash);
  };
  if (naming.includes(endpoint))
    test(
      "a customer cannot read or change another customer's data with this API call (§7, T11, D74, D76)",
      testForeign,
    );

  test("the API call accepts the customer who owns the data, and rejects guests, invalid tokens and expired tokens (§6, T11)", async () => {
    const previousHash = await hashEverything();
    for (const token of [null, "x".repeat(43), asha.refreshToken]) {
      const answer = await send(endpoint, token === null ? null : asha, token ?? undefined);
      expect(answer).toMatchObject({ status: 401, body: { code: "unauthorized" } });
    }
    context.clock.advance(16 * MINUTE);
    expect((await send(endpoint, asha)).status).toBe(401);
    expect(await hashEverything()).toEqual(previousHash);
    context.clock.advance(-16 * MINUTE);
    expect((await send(endpoint, asha)).status).toBe(getUsualStatus(name));
  });
});

describe("cached responses", () => {
  beforeAll(setUp);

  test.each(
    routes.flatMap(({ endpoint, contract }) =>
      contract.cached ? [[getName(endpoint), endpoint] as const] : [],
    ),
  )("the API call %s returns the same to everyone and sets no cookie (T20)", async (_, { path }) => {
    const url = path.replaceAll(/:(\w+)/g, (_all, name: string) => (name === "tile" ? "1" : "bowl"));
    const answers: TestResponse[] = [];
    for (const as of [null, asha, ravi]) {
      answers.push(
        await api.inject({
          method: "GET",
          url,
          ...(as && { as }),
          headers: { cookie: `session=${as?.firstName}` },
        }),
      );
    }
    const [guest] = answers;
    expect(guest?.status).toBe(200);
    for (const { status, body, headers } of answers) {
      expect({ status, data: body["data"] ?? body["code"] ?? body }).toEqual({
        status: guest?.status,
        data: guest?.body["data"] ?? guest?.body["code"] ?? guest?.body,
      });
      expect(headers["set-cookie"]).toBeUndefined();
      expect(JSON.stringify(body)).not.toMatch(/Asha|Ravi/);
    }
  });
});
