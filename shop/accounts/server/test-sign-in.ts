import type { FastifyInstance, FastifyRequest } from "fastify";
import { SignJWT } from "jose";
import * as v from "valibot";
import { html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { HOUR, MINUTE, SECOND } from "#contract/time.ts";
import { computeMac } from "#platform/config/secret.ts";
import type { Context } from "#platform/context.ts";
import { generateCode } from "#platform/ids.ts";
import { type PlainPage, sendPlainError, sendPlainPage } from "#platform/pages/plain-page.ts";
import { plainPageHeaders } from "#platform/http/security-headers.ts";
import { TEST_SIGN_IN } from "./settings.ts";

/**
 * Serves the pages of the test sign-in provider (D115), if it is in use. Its e-mail addresses have a fictional domain,
 * so that they never match a real customer's account.
 */
export async function serveTestSignIn(app: FastifyInstance, context: Context): Promise<void> {
  if (context.config.signIn?.jwksUrl !== null) return;
  app.setErrorHandler(sendPlainError);
  app.get(TEST_SIGN_IN.authorizeUrl, (request, reply) =>
    sendPlainPage(reply, 200, renderPage(readQuery(request))),
  );
  app.get(ENTER, async (request, reply) => {
    const { state, nonce, account } = readQuery(request);
    const chosen = testAccounts.find(({ id }) => id === account);
    const params = chosen
      ? { state, id_token: await signCredential(context, chosen, nonce) }
      : { state, error: "access_denied" };
    return reply
      .headers(plainPageHeaders)
      .redirect(`${links.logIn()}#${new URLSearchParams(params).toString()}`, 303);
  });
}

export const getTestSignInKey = (context: Context): Uint8Array => computeMac(context, "test sign-in");

export const TEST_SIGN_IN_ALGORITHM = "HS256";

const ENTER = `${TEST_SIGN_IN.authorizeUrl}/enter`;

const DOMAIN = "test-sign-in.example";

interface TestAccount {
  id: string;
  label: string;
  hint: string;
  given_name: string;
  family_name: string;
  isNew?: true;
  email_verified?: boolean;
  age?: number;
}

const testAccounts: readonly TestAccount[] = [
  {
    id: "new",
    label: "A new customer",
    hint: "Opens a new account each time.",
    given_name: "Asha",
    family_name: "Patel",
    isNew: true,
  },
  {
    id: "meera",
    label: "Meera Shah",
    hint: "The same account each time, for everybody who tries this shop.",
    given_name: "Meera",
    family_name: "Shah",
  },
  {
    id: "ravi",
    label: "Ravi Nair",
    hint: "The e-mail address is not confirmed, so the shop refuses the login.",
    given_name: "Ravi",
    family_name: "Nair",
    email_verified: false,
  },
  {
    id: "expired",
    label: "An expired credential",
    hint: "The shop refuses the login.",
    given_name: "Usha",
    family_name: "Rao",
    age: 2 * HOUR,
  },
];

const text = v.optional(v.fallback(v.pipe(v.string(), v.maxLength(200)), ""), "");
const querySchema = v.object({ state: text, nonce: text, account: text });

const readQuery = ({ query }: FastifyRequest) => v.parse(querySchema, query);

function signCredential(
  context: Context,
  { id, isNew, given_name, family_name, email_verified = true, age = 0 }: TestAccount,
  nonce: string,
): Promise<string> {
  const subject = isNew ? `${id}-${generateCode(12).toLowerCase()}` : id;
  const issuedAt = Math.floor((context.now().getTime() - age) / SECOND);
  return new SignJWT({ email: `${subject}@${DOMAIN}`, email_verified, given_name, family_name, nonce })
    .setProtectedHeader({ alg: TEST_SIGN_IN_ALGORITHM })
    .setIssuer(TEST_SIGN_IN.issuer)
    .setAudience(TEST_SIGN_IN.clientId)
    .setSubject(subject)
    .setJti(generateCode(12))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (10 * MINUTE) / SECOND)
    .sign(getTestSignInKey(context));
}

const renderPage = ({ state, nonce }: { state: string; nonce: string }): PlainPage => ({
  title: "Test sign-in",
  main: html`<div class="head">
      <h1>Test sign-in</h1>
      <p class="lead">
        This page stands in for ${TEST_SIGN_IN.name} while the shop is a demonstration. Choose an account. No
        password is needed.
      </p>
    </div>
    <form method="get" action="${ENTER}" class="part act">
      <input type="hidden" name="state" value="${state}" />
      <input type="hidden" name="nonce" value="${nonce}" />
      ${testAccounts.map(
        ({ id, label, hint }, place) =>
          html`<p>
            <button class="button ${place === 0 ? "primary" : "secondary"} wide" name="account" value="${id}">
              ${label}
            </button>
            <span class="soft">${hint}</span>
          </p>`,
      )}
      <p><button class="button quiet" name="account" value="">Cancel</button></p>
    </form>`,
});
