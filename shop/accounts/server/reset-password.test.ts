import { expect, test } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import {
  canLogIn,
  createOtherCode,
  mailbox,
  NEW,
  postReset,
  readStoredHash,
  reported,
  requestCode,
  setUpResets,
  waitForCode,
} from "../../../tests/support/accounts.ts";
import { asha, context } from "../../../tests/support/test-shop.ts";
import { passwordReset, session } from "./tables.ts";

setUpResets();

test("the mailed reset code sets a new password once, ends all sessions and notifies the customer (§2.11, D2, D55)", async () => {
  const code = await waitForCode();
  expect(await postReset({ code: `${code.slice(0, 3)} ${code.slice(3)}` })).toMatchObject({
    status: 200,
    body: { success: true, message: "Your password has been reset successfully." },
  });
  expect(await context.db.select().from(session)).toEqual([]);
  await context.settle();
  expect(reported.toSorted()).toEqual(["password changed", "session ended"]);
  expect([await canLogIn(NEW), await canLogIn(asha.password)]).toEqual([true, false]);
  expect(await postReset({ code })).toMatchObject({ status: 400, body: { code: "wrong_code" } });
});

test("a reset code expires after ten minutes, or when a newer code is requested", async () => {
  const first = await waitForCode();
  context.clock.advance(MINUTE);
  const second = await waitForCode();
  if (first !== second) expect((await postReset({ code: first })).status).toBe(400);
  context.clock.advance(10 * MINUTE);
  expect((await postReset({ code: second })).status).toBe(400);
  context.clock.advance(MINUTE);
  expect((await postReset({ code: await waitForCode() })).status).toBe(200);
});

test("an immediate second request sends no reset code, and one IP address can request six reset codes a day for a customer", async () => {
  const code = await waitForCode();
  expect((await requestCode(asha.email)).body).toMatchObject({ message: "Email verified", mailed: false });
  for (let wrong = 0; wrong < 5; wrong++) await postReset({ code: createOtherCode(code) });
  expect(await requestCode(asha.email)).toMatchObject({
    status: 429,
    headers: { "retry-after": expect.any(String) },
  });
  for (let more = 0; more < 5; more++) {
    context.clock.advance(11 * MINUTE);
    await waitForCode();
  }
  context.clock.advance(11 * MINUTE);
  expect((await requestCode(asha.email)).status).toBe(429);
  context.clock.advance(DAY);
  await waitForCode();
});

test("a reset code from before a change of SHOP_SECRET works only while the previous secret is set", async () => {
  const [old, fresh] = ["former ".repeat(6), "present ".repeat(6)];
  const rotate = (secret: string, previousSecret?: string) =>
    Object.assign(context.config, { secret, previousSecret });
  try {
    rotate(old);
    const code = await waitForCode();
    const key = mailbox.at(-1)?.key;
    rotate(fresh);
    expect((await postReset({ code })).status).toBe(400);
    expect((await postReset({ code: key })).status).toBe(400);
    rotate(fresh, old);
    expect((await postReset({ code: createOtherCode(code) })).status).toBe(400);
    expect((await postReset({ code })).status).toBe(200);
    context.clock.advance(MINUTE);
    rotate(fresh);
    await waitForCode();
    rotate("another ".repeat(6), fresh);
    expect((await postReset({ code: mailbox.at(-1)?.key })).status).toBe(200);
  } finally {
    Object.assign(context.config, { secret: undefined, previousSecret: undefined });
  }
});

test("no table contains the reset code or the key of the reset link in plain text", async () => {
  const code = await waitForCode();
  const { rows } = await context.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  for (const { name } of rows) {
    const stored = await context.database.pool.query(`select * from "${name}"`);
    expect(JSON.stringify(stored.rows), name).not.toMatch(new RegExp(`"${code}"|${mailbox.at(-1)?.key}`));
  }
});

test("a password reset without the mailed code changes nothing (T1)", async () => {
  await waitForCode();
  const previous = await readStoredHash();
  for (const code of [undefined, "", null, 123456, ["1"], "12345"])
    expect((await postReset({ code })).status, JSON.stringify(code)).toBe(400);
  expect(await readStoredHash()).toBe(previous);
});

test("at most five of 20 concurrent guesses are compared with the reset code (T1)", async () => {
  const code = await waitForCode();
  const previous = await readStoredHash();
  const guesses = Array.from({ length: 20 }, (_, index) =>
    String((Number(code) + 1 + index) % 1_000_000).padStart(6, "0"),
  );
  const answers = await Promise.all(guesses.map((guess) => postReset({ code: guess })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
  const [row] = await context.db.select().from(passwordReset);
  expect(row?.tries).toBe(5);
  expect((await postReset({ code })).status).toBe(400);
  expect(await readStoredHash()).toBe(previous);
});

test("ten concurrent requests with the right reset code change the password once (T1)", async () => {
  const code = await waitForCode();
  const answers = await Promise.all(Array.from({ length: 10 }, () => postReset({ code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
  await context.settle();
  expect(reported.filter((each) => each === "password changed")).toHaveLength(1);
});

test("a stranger who requests reset codes for six hours causes at most 24 mails, and the customer still gets a code every hour (T34)", async () => {
  let mails = 0;
  let latest = context.now();
  for (let minute = 0; minute < 6 * 60; minute += 5) {
    context.clock.advance(5 * MINUTE);
    const answer = await requestCode(asha.email, {}, `203.0.113.${minute % 50}`);
    if (answer.status === 200 && answer.body["mailed"]) {
      mails += 1;
      latest = context.now();
    }
    expect(context.now().getTime() - latest.getTime()).toBeLessThan(60 * MINUTE);
  }
  expect(mails).toBeLessThanOrEqual(24);
});

test("a reset for an unknown e-mail address gets 404, and 429 after 100 requests from its IP address in 15 minutes", async () => {
  const ask = (ip: string) => requestCode("nobody@example.com", {}, ip);
  expect(await ask("203.0.113.9")).toMatchObject({
    status: 404,
    body: { message: "No account found with this email." },
  });
  // Send one request after another, because an overloaded shop refuses some of many concurrent requests with 503.
  for (let request = 2; request <= 100; request++) expect((await ask("203.0.113.9")).status).toBe(404);
  expect((await ask("203.0.113.9")).status).toBe(429);
  expect((await ask("203.0.113.10")).status).toBe(404);
  context.clock.advance(15 * MINUTE);
  expect((await ask("203.0.113.9")).status).toBe(404);
});

test("a reset request with a manipulated e-mail address or host sends no mail to anybody except the customer (T2)", async () => {
  const email = asha.email;
  const hostile: unknown[] = [
    [email, "evil@example.com"],
    { address: email },
    ...["\r\n", "\n", "\r", "\u2028", "\0", "%0a", ",", ";", " "].flatMap((between) => [
      `${email}${between}Bcc: evil@example.com`,
      `evil@example.com${between}${email}`,
    ]),
    `<${email}>`,
    `"x" <${email}>`,
    `${email}@evil.example`,
    42,
    null,
    "",
    `${"a".repeat(300)}@example.com`,
  ];
  for (const value of hostile)
    expect([400, 404], JSON.stringify(value)).toContain((await requestCode(value)).status);
  await requestCode(email, { host: "evil.example", "x-forwarded-host": "evil.example" });
  await context.settle();
  expect(mailbox.map(({ accountId }) => accountId)).toEqual([asha.accountId]);
});

test("wrong guesses of a reset code before its mail is sent block the code, but not the reset link in the mail (T34)", async () => {
  expect((await requestCode(asha.email)).status).toBe(200);
  for (const code of ["000000", "000001", "000002", "000003", "000004", "000005"])
    expect((await postReset({ code })).status).toBe(400);
  await context.settle();
  const mailed = mailbox.at(-1);
  expect((await postReset({ code: mailed?.code })).status).toBe(400);
  expect((await postReset({ code: mailed?.key })).status).toBe(200);
});

test("the reset link works once, for an hour, and only from the newest mail (T34)", async () => {
  await waitForCode();
  const first = mailbox.at(-1)?.key;
  expect(first).toMatch(/^[\w-]{43}$/);
  context.clock.advance(MINUTE);
  await waitForCode();
  const second = mailbox.at(-1)?.key;
  expect((await postReset({ code: first })).status).toBe(400);
  context.clock.advance(59 * MINUTE);
  expect((await postReset({ code: `${second?.slice(1)}A` })).status).toBe(400);
  expect((await postReset({ code: second })).status).toBe(200);
  expect((await postReset({ code: second })).status).toBe(400);
  context.clock.advance(DAY);
  await waitForCode();
  context.clock.advance(60 * MINUTE);
  expect((await postReset({ code: mailbox.at(-1)?.key })).status).toBe(400);
});
