import Fastify, { type FastifyInstance } from "fastify";
import { SignJWT } from "jose";
import * as v from "valibot";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openApi } from "../../../tests/support/api.ts";
import { NONCE, openIssuer } from "../../../tests/support/issuer.ts";
import { api, context, setUpShop } from "../../../tests/support/test-shop.ts";
import { accountRoutes } from "./feature.ts";
import { signInSettings } from "./settings.ts";
import { serveTestSignIn } from "./test-sign-in.ts";

setUpShop({ goods: [] });

let pages: FastifyInstance;
beforeAll(async () => {
  pages = Fastify();
  await pages.register((app) => serveTestSignIn(app, context));
});
afterAll(() => pages.close());

async function choose(account: string, nonce = NONCE) {
  const query = { account, nonce, state: "state-of-this-tab" };
  const { statusCode, headers } = await pages.inject({ url: "/test-sign-in/enter", query });
  expect(statusCode).toBe(303);
  const [page, fragment] = String(headers.location).split("#");
  expect(page).toBe("/log-in");
  const answer = new URLSearchParams(fragment);
  expect(answer.get("state")).toBe("state-of-this-tab");
  return answer.get("id_token");
}

const signIn = (credential: unknown, nonce: unknown = NONCE) =>
  api.as(null).post("/api/auth/google", { credential, nonce });

test("the demo profile has the built-in sign-in provider, and production has no sign-in provider without settings (§2.10, D50, D115)", () => {
  expect(v.parse(signInSettings, {}).signIn).toMatchObject({ name: "Google", authorizeUrl: "/test-sign-in" });
  expect(v.parse(signInSettings, { SHOP_PROFILE: "production" }).signIn).toBeNull();
});

test("the page of the built-in sign-in provider lists the test accounts and escapes the nonce (§2.10, D115)", async () => {
  const { body } = await api.as(null).get("/api/auth/provider");
  expect(body["provider"]).toEqual({
    name: "Google",
    clientId: "demo",
    authorizeUrl: "/test-sign-in",
    isTest: true,
  });
  const page = await pages.inject({ url: "/test-sign-in", query: { nonce: '"><b>', state: "s" } });
  expect(page.statusCode).toBe(200);
  expect(page.headers["x-robots-tag"]).toContain("noindex");
  for (const words of ["Test sign-in", "A new customer", "Meera Shah", "Cancel"])
    expect(page.body).toContain(words);
  expect(page.body).not.toContain("<b>");
});

test("a test credential works once, only with its page's nonce, and the next sign-in finds the same account (§2.10, §7, §8, D50, D115)", async () => {
  const credential = await choose("meera");
  expect((await signIn(credential, "nonce-of-another-page")).status).toBe(401);
  const first = await signIn(credential);
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    message: "Logged in with Google",
    user: { firstName: "Meera", lastName: "Shah", email: "meera@test-sign-in.example" },
  });
  expect((await signIn(credential)).status).toBe(401);
  const again = await signIn(await choose("meera"));
  expect((again.body["user"] as { _id: string })._id).toBe((first.body["user"] as { _id: string })._id);
});

test("a sign-in with an unverified e-mail address, an expired credential or a cancellation is refused (§8, D50, D115)", async () => {
  expect((await signIn(await choose("ravi"))).body.message).toMatch(
    /^Your provider has not confirmed your e-mail address/,
  );
  expect((await signIn(await choose("expired"))).status).toBe(401);
  const cancelled = await choose("");
  expect(cancelled).toBeNull();
  expect((await signIn(cancelled)).body.message).toBe("Google did not return a credential.");
});

test("a test credential signed with another key is refused (T8, D115)", async () => {
  const now = Math.floor(context.now().getTime() / 1000);
  const claims = { email: "meera@test-sign-in.example", email_verified: true, nonce: NONCE, sub: "meera" };
  const forged = await new SignJWT({ ...claims, iss: "test-sign-in", aud: "demo", iat: now, exp: now + 300 })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode("a-guessed-secret-of-this-shop-000"));
  expect((await signIn(forged)).status).toBe(401);
});

test("a shop that has set up a sign-in provider has no test sign-in page and rejects test credentials (T8, D50, D115)", async () => {
  const credential = await choose("meera");
  const issuer = await openIssuer();
  onTestFinished(() => issuer.close());
  const ownProviderContext = { ...context, config: { ...context.config, signIn: issuer.settings } };
  const other = Fastify();
  await other.register((app) => serveTestSignIn(app, ownProviderContext));
  expect((await other.inject("/test-sign-in")).statusCode).toBe(404);
  const calls = await openApi(ownProviderContext, accountRoutes);
  onTestFinished(() => calls.close());
  const refused = await calls.as(null).post("/api/auth/google", { credential, nonce: NONCE });
  expect(refused.status).toBe(401);
});
