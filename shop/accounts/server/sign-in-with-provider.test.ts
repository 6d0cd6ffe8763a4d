import { createHmac } from "node:crypto";
import { generateKeyPair, SignJWT } from "jose";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { HOUR, MINUTE } from "#contract/time.ts";
import { openApi } from "../../../tests/support/api.ts";
import { signInCustomer } from "../../../tests/support/customer.ts";
import { CLIENT_ID, NONCE, openIssuer } from "../../../tests/support/issuer.ts";
import { sendUntilAnswered } from "../../../tests/support/ordering.ts";
import { api, context, readRows, setUpShop } from "../../../tests/support/test-shop.ts";
import { accountRoutes } from "./feature.ts";
import { deleteUsedCredentials } from "./sign-in-with-provider.ts";

const EMAIL = "asha@example.com";

const issuer = await openIssuer();
afterAll(() => issuer.close());
setUpShop({ goods: [], config: { signIn: issuer.settings } });

const getSeconds = (ms = 0) => Math.floor((context.now().getTime() + ms) / 1000);
const createClaims = (different?: Record<string, unknown>) => issuer.createClaims(context.now(), different);
const signCredential = (different?: Record<string, unknown>) => issuer.sign(createClaims(different));
const signIn = (value: unknown, nonce: unknown = NONCE) =>
  api.as(null).post("/api/auth/google", { credential: value, nonce });
const listAccounts = () => readRows("account");

test("the first sign-in with a provider creates an account, and the next sign-in uses this account", async () => {
  const first = await signIn(await signCredential());
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    success: true,
    message: "Logged in with Forest ID",
    user: { firstName: "Asha", lastName: "Patel", email: EMAIL, addresses: [], role: "user" },
  });
  // The e-mail address at the provider can change, but the person's id there (the subject) stays the same.
  const next = await signIn(await signCredential({ email: "asha.new@example.com", iat: getSeconds(-1000) }));
  expect((next.body["user"] as { _id: string })._id).toBe((first.body["user"] as { _id: string })._id);
  expect(await listAccounts()).toHaveLength(1);
});

test.each([
  ["d'souza@example.com", "d'souza@example.com"],
  ["asha@b\u00FCcher.example\u200B", "asha@xn--bcher-kva.example"],
])("the provider's e-mail address %s is normalised, and the name is cleaned (D50)", async (email, kept) => {
  const { body } = await signIn(
    await signCredential({ email, given_name: "\u202EAsha\u202C", family_name: "x".repeat(120) }),
  );
  expect(body["user"]).toMatchObject({ email: kept, firstName: "Asha", lastName: "x".repeat(100) });
});

test("a provider credential can be used once, even when it is sent ten times at once (§2.8, T8, D50)", async () => {
  const one = await signCredential();
  const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(one)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(9);
  context.clock.advance(2 * HOUR);
  await deleteUsedCredentials(context);
  expect(await readRows("used_credential")).toEqual([]);
  expect((await signIn(one)).status).toBe(401);
});

test("a provider credential that is forged, expired or for another site is refused (T8)", async () => {
  const stranger = await generateKeyPair("RS256");
  const by = (key: Awaited<ReturnType<typeof generateKeyPair>>["privateKey"], alg: string, kid = "one") =>
    new SignJWT(createClaims()).setProtectedHeader({ alg, kid }).sign(key);
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hs256 = `${encoded({ alg: "HS256", kid: "one" })}.${encoded(createClaims())}`;
  const good = await signCredential();
  const [head = "", body = "", signature = ""] = good.split(".");
  const bad: Record<string, string> = {
    nonsense: "nonsense",
    "no signature": `${head}.${body}.`,
    "other claims under the same signature": `${head}.${encoded(createClaims({ email: "evil@example.com" }))}.${signature}`,
    "alg none": `${encoded({ alg: "none" })}.${body}.`,
    "alg none, with a signature": `${encoded({ alg: "none" })}.${body}.${signature}`,
    "HS256 with the public key": `${hs256}.${createHmac("sha256", issuer.publicKey).update(hs256).digest("base64url")}`,
    "a stranger's key": await by(stranger.privateKey, "RS256"),
    "an unknown key": await by(stranger.privateKey, "RS256", "two"),
    "a PS256 signature": await by((await generateKeyPair("PS256")).privateKey, "PS256"),
    "a key of the token's own": `${encoded({ alg: "RS256", jku: "http://evil.example/jwks", kid: "two" })}.${body}.${signature}`,
    "another issuer": await signCredential({ iss: "https://evil.example" }),
    "another audience": await signCredential({ aud: "another-shop" }),
    "several audiences": await signCredential({ aud: [CLIENT_ID, "another-shop"] }),
    "asked for by another client": await signCredential({ azp: "another-shop" }),
    expired: await signCredential({ exp: getSeconds(-MINUTE), iat: getSeconds(-10 * MINUTE) }),
    "without an end": await signCredential({ exp: undefined }),
    "not valid yet": await signCredential({ nbf: getSeconds(5 * MINUTE) }),
    "signed long ago": await signCredential({ iat: getSeconds(-2 * HOUR) }),
    "another nonce": await signCredential({ nonce: "nonce-of-another-page" }),
    "no nonce": await signCredential({ nonce: undefined }),
    "no subject": await signCredential({ sub: undefined }),
    "no address": await signCredential({ email: undefined }),
    "two addresses": await signCredential({ email: `${EMAIL}, evil@example.com` }),
    "mailbox not verified": await signCredential({ email_verified: false }),
  };
  for (const [name, one] of Object.entries(bad)) {
    const { status, body: answer } = await signIn(one);
    expect([status, answer.success], name).toEqual([401, false]);
  }
  expect((await signIn(good, "nonce-of-another-page")).status).toBe(401);
  for (const value of [undefined, null, "", 42, [good], { good }])
    expect((await signIn(value)).status).toBe(400);
  for (const nonce of [undefined, null, "", "short", 42])
    expect((await signIn(good, nonce ?? null)).status).toBe(400);
  expect(await listAccounts()).toEqual([]);
  expect(await readRows("session")).toEqual([]);
});

test("a provider sign-in keeps password and sessions of an account whose e-mail address was already verified", async () => {
  const asha = await signInCustomer(context, { email: EMAIL });
  expect((await signIn(await signCredential())).status).toBe(200);
  expect((await api.as(asha).get(`/addresses/${asha.accountId}`)).status).toBe(200);
  const login = await api.as(null).post("/api/auth/login", { email: EMAIL, password: asha.password });
  expect(login.status).toBe(200);
});

test("ten concurrent first sign-ins of one person create one account", async () => {
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, index) => signCredential({ iat: getSeconds(-index * 1000) })),
  );
  const answers = await Promise.all(all.map((one) => sendUntilAnswered(() => signIn(one))));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await listAccounts()).toHaveLength(1);
});

test("the login page gets the sign-in provider of the settings, and null if the settings name none (§2.8, D50)", async () => {
  const { body } = await api.as(null).get("/api/auth/provider");
  expect(body["provider"]).toEqual({
    name: "Forest ID",
    clientId: CLIENT_ID,
    authorizeUrl: `${issuer.url}/authorize`,
  });
  const bare = { ...context, config: { ...context.config, signIn: null } };
  const bareApi = await openApi(bare, accountRoutes);
  onTestFinished(() => bareApi.close());
  const { get, post } = bareApi.as(null);
  expect((await get("/api/auth/provider")).body).toEqual({ provider: null });
  const credential = await signCredential();
  expect((await post("/api/auth/google", { credential, nonce: NONCE })).status).toBe(404);
});
