import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import { subscriber } from "#platform/subscriber.ts";
import { openApi, type Api } from "../../../tests/support/api.ts";
import { signedInCustomer, type Customer } from "../../../tests/support/customer.ts";
import { testContext, type TestContext } from "../../../tests/support/database.ts";
import { passwordChanged, resetCodeAsked, sessionEnded } from "../events.ts";
import { readResetProof, type ResetProof } from "./reset-codes.ts";
import { accountRoutes } from "./routes.ts";
import { account, passwordReset, session } from "./tables.ts";

/** What would be in the mailbox: the codes, newest last. */
const mailbox: ({ accountId: string } & Partial<ResetProof>)[] = [];
const told: string[] = [];
const subscribers = [
  subscriber(resetCodeAsked, "test.reset-code", async (context, { accountId, resetId }) => {
    mailbox.push({ accountId, ...(await readResetProof(context, resetId)) });
  }),
  subscriber(passwordChanged, "test.password-changed", async () => void told.push("password changed")),
  subscriber(sessionEnded, "test.session-ended", async () => void told.push("session ended")),
];

let context: TestContext;
let api: Api;
let asha: Customer;
beforeAll(async () => {
  context = await testContext({ subscribers });
  api = await openApi(context, accountRoutes);
});
beforeEach(async () => {
  await context.wipe();
  mailbox.length = 0;
  told.length = 0;
  asha = await signedInCustomer(context);
});
afterAll(async () => {
  await api.close();
  await context.close();
});

const NEW = "sheesham 7 rings";
const verify = (email: unknown, headers: Record<string, string> = {}) =>
  api.inject({ method: "POST", url: "/api/auth/verify-email", body: { email }, headers });
const reset = (body: Record<string, unknown>) =>
  api.inject({
    method: "POST",
    url: "/api/auth/reset-password",
    body: { email: asha.email, newPassword: NEW, ...body },
  });

async function mailedCode(): Promise<string> {
  expect((await verify(asha.email)).body).toMatchObject({
    success: true,
    message: "Email verified",
    mailed: true,
  });
  await context.settle();
  const code = mailbox.at(-1)?.code;
  expect(code).toMatch(/^\d{6}$/);
  return code ?? "";
}

const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

const keptHash = async () =>
  (await context.db.select().from(account).where(eq(account.id, asha.accountId)))[0]?.passwordHash;
const logsIn = async (password: string) =>
  (await api.as(null).post("/api/auth/login", { email: asha.email, password })).status === 200;

test("the mailed code gives a new password once, ends all sessions and says so", async () => {
  const code = await mailedCode();
  const answer = await reset({ code: `${code.slice(0, 3)} ${code.slice(3)}` });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ success: true, message: "Your password has been reset successfully." });
  expect(await context.db.select().from(session)).toEqual([]);
  await context.settle();
  expect(told.toSorted()).toEqual(["password changed", "session ended"]);
  expect([await logsIn(NEW), await logsIn(asha.password)]).toEqual([true, false]);
  expect(await reset({ code })).toMatchObject({ status: 400, body: { code: "wrong_code" } });
});

test("the documented body alone changes nothing (T1)", async () => {
  await mailedCode();
  const before = await keptHash();
  for (const body of [
    {},
    { code: "" },
    { code: null },
    { code: 123456 },
    { code: ["1"] },
    { code: "12345" },
  ]) {
    expect((await reset(body)).status, JSON.stringify(body)).toBe(400);
  }
  expect(await keptHash()).toBe(before);
});

test("of many guesses at once at most five are compared (T1)", async () => {
  const code = await mailedCode();
  const before = await keptHash();
  const guesses = Array.from({ length: 300 }, (_, place) =>
    String((Number(code) + 1 + place) % 1_000_000).padStart(6, "0"),
  );
  const answers = await Promise.all(guesses.map((guess) => reset({ code: guess })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  const [row] = await context.db.select().from(passwordReset);
  expect(row?.tries).toBe(5);
  expect((await reset({ code })).status).toBe(400);
  expect(await keptHash()).toBe(before);
});

test("fifty right codes at once change the password once (T1)", async () => {
  const code = await mailedCode();
  const answers = await Promise.all(Array.from({ length: 50 }, () => reset({ code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(49);
  await context.settle();
  expect(told.filter((each) => each === "password changed")).toHaveLength(1);
});

test("a code ends after ten minutes, and when a newer one is asked for", async () => {
  const first = await mailedCode();
  context.clock.advance(MINUTE);
  const second = await mailedCode();
  if (first !== second) expect((await reset({ code: first })).status).toBe(400);
  context.clock.advance(10 * MINUTE);
  expect((await reset({ code: second })).status).toBe(400);
  context.clock.advance(MINUTE);
  expect((await reset({ code: await mailedCode() })).status).toBe(200);
});

test("a weak password is refused before a try is spent", async () => {
  const code = await mailedCode();
  expect(await reset({ code, newPassword: "short" })).toMatchObject({
    status: 400,
    body: { message: "Password must be at least 6 characters" },
  });
  expect((await context.db.select().from(passwordReset))[0]?.tries).toBe(0);
});

test("within a minute no second mail goes out while the first code works; a day brings six", async () => {
  const code = await mailedCode();
  expect((await verify(asha.email)).body).toMatchObject({ message: "Email verified", mailed: false });
  for (let wrong = 0; wrong < 5; wrong++) await reset({ code: another(code) });
  const refused = await verify(asha.email);
  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBeDefined();
  for (let more = 0; more < 5; more++) {
    context.clock.advance(11 * MINUTE);
    await mailedCode();
  }
  context.clock.advance(11 * MINUTE);
  expect((await verify(asha.email)).status).toBe(429);
  context.clock.advance(DAY);
  await mailedCode();
});

test("a new password also works after the old one was missed too often", async () => {
  for (let wrong = 0; wrong < 11; wrong++) await logsIn("not this one");
  expect((await reset({ code: await mailedCode() })).status).toBe(200);
  expect(await logsIn(NEW)).toBe(true);
});

test("strangers who have codes mailed leave the owner a link that works, at any time (T34)", async () => {
  const ask = (address: number) =>
    api.inject({
      method: "POST",
      url: "/api/auth/verify-email",
      body: { email: asha.email },
      ip: `203.0.113.${address}`,
    });
  // Each minute of six hours another one asks for a mail.
  let mails = 0;
  let latest = context.now();
  for (let minute = 0; minute < 6 * 60; minute++) {
    context.clock.advance(MINUTE);
    const answer = await ask(minute % 50);
    if (answer.status === 200 && answer.body["mailed"]) {
      mails += 1;
      latest = context.now();
    }
    expect(context.now().getTime() - latest.getTime()).toBeLessThan(60 * MINUTE);
  }
  expect(mails).toBeLessThanOrEqual(24);
});

test("an unknown address is told so, and one visitor cannot ask through a list", async () => {
  expect(await verify("nobody@example.com")).toMatchObject({
    status: 404,
    body: { message: "No account found with this email." },
  });
  const ask = () =>
    api.inject({
      method: "POST",
      url: "/api/auth/verify-email",
      body: { email: "x@example.com" },
      ip: "203.0.113.9",
    });
  const answers = [];
  for (let each = 0; each < 101; each++) answers.push((await ask()).status);
  expect(answers.filter((status) => status === 404)).toHaveLength(100);
  expect(answers.at(-1)).toBe(429);
});

test("hostile addresses and hosts reach nobody (T2)", async () => {
  const email = asha.email;
  const hostile: unknown[] = [
    [email, "evil@example.com"],
    { address: email },
    ...["\r\n", "\n", "\r", "\u2028", "\0", "%0a", ",", ";", " "].flatMap((between) => [
      `${email}${between}evil@example.com`,
      `${email}${between}Bcc: evil@example.com`,
      `evil@example.com${between}${email}`,
    ]),
    `<${email}>`,
    `"x" <${email}>`,
    `${email}@evil.example`,
    `${email}>`,
    42,
    null,
    true,
    "",
    `${"a".repeat(300)}@example.com`,
  ];
  for (const given of hostile)
    expect([400, 404], JSON.stringify(given)).toContain((await verify(given)).status);
  await verify(email, { host: "evil.example", "x-forwarded-host": "evil.example" });
  await context.settle();
  expect(mailbox.map(({ accountId }) => accountId)).toEqual([asha.accountId]);
});

test("what was mailed before SHOP_SECRET changed works while the former one is known, and no longer", async () => {
  const [old, fresh] = ["former ".repeat(6), "present ".repeat(6)];
  const rotate = (secret: string, previousSecret?: string) =>
    Object.assign(context.config, { secret, previousSecret });
  try {
    rotate(old);
    const code = await mailedCode();
    const key = mailbox.at(-1)?.key;
    rotate(fresh);
    expect((await reset({ code })).status).toBe(400);
    expect((await reset({ code: key })).status).toBe(400);
    rotate(fresh, old);
    expect((await reset({ code: another(code) })).status).toBe(400);
    expect((await reset({ code })).status).toBe(200);
    context.clock.advance(MINUTE);
    rotate(fresh);
    await mailedCode();
    rotate("another ".repeat(6), fresh);
    expect((await reset({ code: mailbox.at(-1)?.key })).status).toBe(200);
  } finally {
    Object.assign(context.config, { secret: undefined, previousSecret: undefined });
  }
});

test("the link in the mail works for an hour, once, and only in the newest mail (T34)", async () => {
  await mailedCode();
  const first = mailbox.at(-1)?.key;
  expect(first).toMatch(/^[\w-]{43}$/);
  context.clock.advance(MINUTE);
  await mailedCode();
  const second = mailbox.at(-1)?.key;
  expect((await reset({ code: first })).status).toBe(400);
  context.clock.advance(59 * MINUTE);
  expect((await reset({ code: `${second?.slice(1)}A` })).status).toBe(400);
  expect((await reset({ code: second })).status).toBe(200);
  expect((await reset({ code: second })).status).toBe(400);
  context.clock.advance(DAY);
  await mailedCode();
  context.clock.advance(60 * MINUTE);
  expect((await reset({ code: mailbox.at(-1)?.key })).status).toBe(400);
});

test("the code stands in no table", async () => {
  const code = await mailedCode();
  const { rows } = await context.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  for (const { name } of rows) {
    const kept = await context.database.pool.query(`select * from "${name}"`);
    expect(JSON.stringify(kept.rows), name).not.toMatch(new RegExp(`"${code}"|${mailbox.at(-1)?.key}`));
  }
});
