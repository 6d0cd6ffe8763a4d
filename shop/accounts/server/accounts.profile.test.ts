import { expect, test } from "vitest";
import { type Customer, signInCustomer } from "../../../tests/support/customer.ts";
import { api, asha, context, setUpSignedIn } from "../../../tests/support/test-shop.ts";

setUpSignedIn();

const NEW = "sheesham 7 rings";
const logIn = async (password: string) => {
  const { status, body } = await api
    .as(null)
    .post(
      "/api/auth/login",
      { email: asha.email, password },
      { "user-agent": "Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0" },
    );
  return { status, customer: { ...asha, accessToken: String(body["accessToken"]) } };
};
const listSessions = async (who: Customer) =>
  (await api.as(who).get("/api/account/sessions")).body["sessions"] as { _id: string; current: boolean }[];

test("changing the password needs the current one and ends the sessions of other devices", async () => {
  const other = (await logIn(asha.password)).customer;
  const change = (currentPassword: string) =>
    api.as(asha).post("/api/account/password", { currentPassword, newPassword: NEW });
  expect(await change("not it")).toMatchObject({ status: 400, body: { code: "wrong_password" } });
  expect((await change(asha.password)).status).toBe(200);
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
  expect(other).toMatchObject({ device: "Firefox on Android" });
  expect((await api.as(asha).delete(`/api/account/sessions/${theirs?._id}`)).status).toBe(404);
  expect((await api.as(asha).delete("/api/account/sessions/nonsense")).status).toBe(404);
  expect((await api.as(asha).delete(`/api/account/sessions/${other?._id}`)).body["sessions"]).toHaveLength(1);
  expect((await api.as(phone).get("/api/account/sessions")).status).toBe(401);
  expect(await listSessions(stranger)).toHaveLength(1);
});
