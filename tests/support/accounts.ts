import { argon2Sync } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, expect } from "vitest";
import { defineSubscriber } from "#platform/outbox/subscriber.ts";
import {
  passwordChanged,
  resetCodeRequested,
  sessionEnded,
  sessionShared,
} from "../../shop/accounts/events.ts";
import { readResetProof } from "../../shop/accounts/server/reset-password.ts";
import { account } from "../../shop/accounts/server/tables.ts";
import type { TestRequest } from "./api.ts";
import type { Customer } from "./customer.ts";
import { api, asha, context, setUpSignedIn } from "./test-shop.ts";

export const logInWith = (email: string, password: string, ip?: string) =>
  api.inject({ method: "POST", url: "/api/auth/login", body: { email, password }, ...(ip && { ip }) });

/** Mailed codes and keys, newest last. */
export const mailbox: { accountId: string; code?: string; key?: string }[] = [];

export const reported: string[] = [];

const resetSubscribers = [
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

export function setUpResets(): void {
  setUpSignedIn({ subscribers: resetSubscribers });
  beforeEach(() => {
    mailbox.length = 0;
    reported.length = 0;
  });
}

export const NEW = "sheesham 7 rings";

export const requestCode = (email: unknown, headers: Record<string, string> = {}, ip?: string) =>
  api.inject({ method: "POST", url: "/api/auth/verify-email", body: { email }, headers, ...(ip && { ip }) });

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

export async function storeCheapHash({ accountId, password }: Customer): Promise<string> {
  const passwordHash = createCheapHash(password);
  await context.db.update(account).set({ passwordHash }).where(eq(account.id, accountId));
  return passwordHash;
}

export function createCheapHash(message: string): string {
  const nonce = Buffer.alloc(16, 7);
  const hash = argon2Sync("argon2id", {
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
    message,
    nonce,
  });
  const [salt, tag] = [nonce, hash].map((bytes) => bytes.toString("base64").replaceAll("=", ""));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${tag}`;
}

export const canLogIn = async (password: string) =>
  (await api.as(null).post("/api/auth/login", { email: asha.email, password })).status === 200;

export const ended: string[] = [];

const onSessionEnded = defineSubscriber(
  sessionEnded,
  "test.session-ended",
  async (_context, { sessionId }) => {
    ended.push(sessionId);
  },
);

export const shared: string[] = [];

const onSessionShared = defineSubscriber(
  sessionShared,
  "test.session-shared",
  async (_context, { activityId }) => void shared.push(activityId),
);

/** Collects the ids of ended sessions in `ended`, and the `activityId` of each `sessionShared` event in `shared`. */
export function setUpSessions(): void {
  setUpSignedIn({ subscribers: [onSessionEnded, onSessionShared] });
  beforeEach(() => {
    ended.length = 0;
    shared.length = 0;
  });
}

export const OWN = { origin: "http://localhost:3000", host: "localhost:3000" };

interface Browser {
  accessToken: string;
  refreshToken: string;
  cookie: string;
}

/** Logs Asha in with an Origin header, as browsers send it. Returns the tokens, and the cookie that the shop sets. */
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

export const tryAccess = async (accessToken: string, cookie?: string): Promise<number> => {
  const headers = { authorization: `Bearer ${accessToken}`, ...(cookie && { cookie }) };
  return (await api.inject({ method: "GET", url: `/addresses/${asha.accountId}`, headers })).status;
};

export const REFRESHES: [url: string, body: (token: string) => TestRequest["body"]][] = [
  ["/api/auth/refresh-token", (token) => ({ token })],
  ["/api/users/refresh-token", (refreshToken) => ({ refreshToken })],
];

export const sendPost = (url: string, body?: unknown, headers: Record<string, string> = {}) =>
  api.inject({ method: "POST", url, body, headers });
