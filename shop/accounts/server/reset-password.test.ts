import { expect, test } from "vitest";
import { DAY, MINUTE } from "#contract/time.ts";
import {
  canLogIn,
  createOtherCode,
  mailbox,
  NEW,
  postReset,
  reported,
  requestCode,
  setUpResets,
  waitForCode,
} from "../../../tests/support/accounts.ts";
import { asha, context } from "../../../tests/support/test-shop.ts";
import { session } from "./tables.ts";

setUpResets();

test("the mailed code sets a new password once, ends all sessions and notifies the customer (§2.11, D2, D55)", async () => {
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

test("a new reset code can be requested after a minute, and six times a day", async () => {
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

test("no table contains the reset code or the key of the link in plain text", async () => {
  const code = await waitForCode();
  const { rows } = await context.database.pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  for (const { name } of rows) {
    const stored = await context.database.pool.query(`select * from "${name}"`);
    expect(JSON.stringify(stored.rows), name).not.toMatch(new RegExp(`"${code}"|${mailbox.at(-1)?.key}`));
  }
});
