import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { createAddressRoutes } from "../../shop/addresses/server/routes.ts";
import { holdAccount } from "../../shop/accounts/server/accounts.ts";
import { sessionEnded, sessionShared } from "../../shop/accounts/events.ts";
import { accountRoutes } from "../../shop/accounts/server/routes.ts";
import { type Api, type Asking, openApi } from "./api.ts";
import { type Customer, signInCustomer } from "./customer.ts";
import { createTestContext, type TestContext } from "./database.ts";

export const ended: string[] = [];

const onSessionEnded = defineSubscriber(
  sessionEnded,
  "test.session-ended",
  async (_context, { sessionId }) => {
    ended.push(sessionId);
  },
);

/** The sessions whose owners are told that two use them. */
export const shared: string[] = [];

const onSessionShared = defineSubscriber(
  sessionShared,
  "test.session-shared",
  async (_context, { activityId }) => void shared.push(activityId),
);

export let context: TestContext;

export let api: Api;

export let asha: Customer;

/** Opens the calls of accounts, and lets Asha in before each test. */
export function setUpSessions(): void {
  beforeAll(async () => {
    context = await createTestContext({ subscribers: [onSessionEnded, onSessionShared] });
    api = await openApi(context, [...accountRoutes, ...createAddressRoutes(holdAccount)]);
  });
  beforeEach(async () => {
    await context.wipe();
    ended.length = 0;
    shared.length = 0;
    asha = await signInCustomer(context);
  });
  afterAll(async () => {
    await api.close();
    await context.close();
  });
}

export const OWN = { origin: "http://localhost:3000", host: "localhost:3000" };

interface Browser {
  accessToken: string;
  refreshToken: string;
  cookie: string;
}

/** As the login page does it: with an Origin, and the cookie stored. */
export async function logInFromBrowser(headers: Record<string, string> = OWN): Promise<Browser> {
  const body = { email: asha.email, password: asha.password };
  const answer = await api.inject({ method: "POST", url: "/api/auth/login", body, headers });
  expect(answer.status).toBe(200);
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  return {
    accessToken: String(answer.body["accessToken"]),
    refreshToken: String(answer.body["refreshToken"]),
    cookie,
  };
}

/** The status of a call that needs the customer. */
export const tryAccess = async (accessToken: string, cookie?: string): Promise<number> => {
  const headers = { authorization: `Bearer ${accessToken}`, ...(cookie && { cookie }) };
  return (await api.inject({ method: "GET", url: `/addresses/${asha.accountId}`, headers })).status;
};

export const REFRESHES: [url: string, body: (token: string) => Asking["body"]][] = [
  ["/api/auth/refresh-token", (token) => ({ token })],
  ["/api/users/refresh-token", (refreshToken) => ({ refreshToken })],
];

export const sendPost = (url: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.inject({ method: "POST", url, body, headers });
