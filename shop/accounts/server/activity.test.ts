import { expect, test } from "vitest";
import { type Customer, signInCustomer } from "../../../tests/support/customer.ts";
import { api, asha, context, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import type { ActivityFacts } from "../activity.ts";

setUpSignedIn();

const FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0";
const logIn = (password: string, ip = "203.0.113.77") =>
  api.inject({
    method: "POST",
    url: "/api/auth/login",
    body: { email: asha.email, password },
    headers: { "user-agent": FIREFOX },
    ip,
  });
const readRecord = async (who: Customer) =>
  (await api.as(who).get("/api/account/activity")).body["activity"] as ActivityFacts[];

test("only the customer can read the record of their logins, failed logins and changes", async () => {
  const stranger = await signInCustomer(context);
  await logIn(asha.password);
  context.clock.advance(1_000);
  await logIn("not it");
  await logIn("nor this");
  await logIn("not it", "198.51.100.4");
  context.clock.advance(1_000);
  const change = (currentPassword: string) =>
    api.as(asha).post("/api/account/password", { currentPassword, newPassword: "neem and teak" });
  await change("wrong");
  context.clock.advance(1_000);
  await api.as(null).post("/api/auth/verify-email", { email: asha.email });
  context.clock.advance(1_000);
  const sessions = (await api.as(asha).get("/api/account/sessions")).body["sessions"];
  const phone = (sessions as { _id: string; current: boolean }[]).find(({ current }) => !current);
  expect((await api.as(asha).delete(`/api/account/sessions/${phone?._id}`)).status).toBe(200);
  context.clock.advance(1_000);
  expect((await change(asha.password)).status).toBe(200);

  const record = await readRecord(asha);
  expect(Object.fromEntries(record.map(({ kind, network, times }) => [`${kind} ${network}`, times]))).toEqual(
    {
      "device_logged_out 127.0.0.x": 1,
      "logged_in 203.0.113.x": 1,
      "login_failed 198.51.100.x": 1,
      "login_failed 203.0.113.x": 2,
      "password_changed 127.0.0.x": 1,
      "password_wrong 127.0.0.x": 1,
      "reset_asked 127.0.0.x": 1,
    },
  );
  expect(record[0]).toMatchObject({ kind: "password_changed", device: null });
  expect(record.at(-1)).toMatchObject({
    kind: "logged_in",
    device: "Firefox on Android",
    network: "203.0.113.x",
  });
  expect(await readRecord(stranger)).toEqual([]);
});
