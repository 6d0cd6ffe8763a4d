import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import { passwordChanged, resetCodeRequested, sessionEnded } from "../../shop/accounts/events.ts";
import { readResetProof, type ResetProof } from "../../shop/accounts/server/reset-password.ts";
import { accountRoutes } from "../../shop/accounts/server/routes.ts";
import { account } from "../../shop/accounts/server/tables.ts";
import { type Api, openApi } from "./api.ts";
import { type Customer, signInCustomer } from "./customer.ts";
import { createTestContext, type TestContext } from "./database.ts";

/** The codes that would be in the mailbox, newest last. */
export const mailbox: ({ accountId: string } & Partial<ResetProof>)[] = [];

export const reported: string[] = [];

const subscribers = [
  defineSubscriber(resetCodeRequested, "test.reset-code", async (context, { accountId, resetId }) => {
    mailbox.push({ accountId, ...(await readResetProof(context, resetId)) });
  }),
  defineSubscriber(
    passwordChanged,
    "test.password-changed",
    async () => void reported.push("password changed"),
  ),
  defineSubscriber(sessionEnded, "test.session-ended", async () => void reported.push("session ended")),
];

export let context: TestContext;

export let api: Api;

export let asha: Customer;

/** Opens the calls of accounts with a mailbox beside them, and lets Asha in before each test. */
export function setUpResets(): void {
  beforeAll(async () => {
    context = await createTestContext({ subscribers });
    api = await openApi(context, accountRoutes);
  });
  beforeEach(async () => {
    await context.wipe();
    mailbox.length = 0;
    reported.length = 0;
    asha = await signInCustomer(context);
  });
  afterAll(async () => {
    await api.close();
    await context.close();
  });
}

export const NEW = "sheesham 7 rings";

export const requestCode = (email: unknown, headers: Record<string, string> = {}) =>
  api.inject({ method: "POST", url: "/api/auth/verify-email", body: { email }, headers });

export const postReset = (body: Record<string, unknown>) =>
  api.inject({
    method: "POST",
    url: "/api/auth/reset-password",
    body: { email: asha.email, newPassword: NEW, ...body },
  });

export async function waitForCode(): Promise<string> {
  expect((await requestCode(asha.email)).body).toMatchObject({
    success: true,
    message: "Email verified",
    mailed: true,
  });
  await context.settle();
  const code = mailbox.at(-1)?.code;
  expect(code).toMatch(/^\d{6}$/);
  return code ?? "";
}

export const createOtherCode = (code: string): string =>
  String((Number(code) + 1) % 1_000_000).padStart(6, "0");

export const readStoredHash = async () =>
  (await context.db.select().from(account).where(eq(account.id, asha.accountId)))[0]?.passwordHash;

export const canLogIn = async (password: string) =>
  (await api.as(null).post("/api/auth/login", { email: asha.email, password })).status === 200;
