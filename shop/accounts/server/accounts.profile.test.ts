import { expect, test } from "vitest";
import { type Customer, signInCustomer } from "../../../tests/support/customer.ts";
import { api, asha, context, setUpSignedIn } from "../../../tests/support/test-shop.ts";
import type { ActivityFacts } from "../activity.ts";

setUpSignedIn();

const NEW = "sheesham 7 rings";
const FIREFOX = "Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0";

async function logIn(password: string, ip = "203.0.113.77") {
  const { status, body } = await api.inject({
    method: "POST",
    url: "/api/auth/login",
    body: { email: asha.email, password },
    headers: { "user-agent": FIREFOX },
    ip,
  });
  return { status, customer: { ...asha, accessToken: String(body["accessToken"]) } };
}

const changePassword = (currentPassword: string) =>
  api.as(asha).post("/api/account/password", { currentPassword, newPassword: NEW });

const listSessions = async (who: Customer) =>
  (await api.as(who).get("/api/account/sessions")).body["sessions"] as {
    _id: string;
    current: boolean;
    device: string;
  }[];

const endSession = (id: string | undefined) => api.as(asha).delete(`/api/account/sessions/${id}`);

test("changing the password needs the current password and ends the sessions of other devices", async () => {
  const other = (await logIn(asha.password)).customer;
  expect(await changePassword("not it")).toMatchObject({ status: 400, body: { code: "wrong_password" } });
  expect((await changePassword(asha.password)).status).toBe(200);
  expect(await listSessions(asha)).toHaveLength(1);
  expect((await api.as(other).get("/api/account/sessions")).status).toBe(401);
  expect((await logIn(asha.password)).status).toBe(401);
  expect((await logIn(NEW)).status).toBe(200);
});

test("a customer can list their devices and log out one of them, but cannot log out another customer's device", async () => {
  const phone = (await logIn(asha.password)).customer;
  const stranger = await signInCustomer(context);
  const [theirs] = await listSessions(stranger);
  const sessions = await listSessions(asha);
  expect(sessions.filter(({ current }) => current)).toHaveLength(1);
  const other = sessions.find(({ current }) => !current);
  expect(other?.device).toBe("Firefox on Android");
  for (const id of [theirs?._id, "nonsense"]) expect((await endSession(id)).status).toBe(404);
  expect((await endSession(other?._id)).body["sessions"]).toHaveLength(1);
  expect((await api.as(phone).get("/api/account/sessions")).status).toBe(401);
  expect(await listSessions(stranger)).toHaveLength(1);
});

test("only the customer can read the record of their logins, failed logins and changes", async () => {
  const readRecord = async (who: Customer) =>
    (await api.as(who).get("/api/account/activity")).body["activity"] as ActivityFacts[];
  const stranger = await signInCustomer(context);
  await logIn(asha.password);
  context.clock.advance(1_000);
  await logIn("not it");
  await logIn("nor this");
  await logIn("not it", "198.51.100.4");
  context.clock.advance(1_000);
  await changePassword("wrong");
  context.clock.advance(1_000);
  await api.as(null).post("/api/auth/verify-email", { email: asha.email });
  context.clock.advance(1_000);
  const phone = (await listSessions(asha)).find(({ current }) => !current);
  expect((await endSession(phone?._id)).status).toBe(200);
  context.clock.advance(1_000);
  expect((await changePassword(asha.password)).status).toBe(200);

  const record = await readRecord(asha);
  const counts = Object.fromEntries(record.map(({ kind, network, times }) => [`${kind} ${network}`, times]));
  expect(counts).toEqual({
    "device_logged_out 127.0.0.x": 1,
    "logged_in 203.0.113.x": 1,
    "login_failed 198.51.100.x": 1,
    "login_failed 203.0.113.x": 2,
    "password_changed 127.0.0.x": 1,
    "password_wrong 127.0.0.x": 1,
    "reset_asked 127.0.0.x": 1,
  });
  expect(record[0]).toMatchObject({ kind: "password_changed", device: null });
  expect(record.at(-1)).toMatchObject({ kind: "logged_in", device: "Firefox on Android" });
  expect(await readRecord(stranger)).toEqual([]);
});
