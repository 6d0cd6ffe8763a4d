import * as v from "valibot";
import { isSecureAddress, optionalText, profile, text } from "#platform/config/setting.ts";

declare module "#platform/config/config.ts" {
  interface Config extends v.InferOutput<typeof signInSettings> {}
}

export type SignIn = NonNullable<v.InferOutput<typeof signInSettings>["signIn"]>;

const GOOGLE = {
  name: "Google",
  issuer: "https://accounts.google.com",
  jwksUrl: "https://www.googleapis.com/oauth2/v3/certs",
} as const;

/** The built-in test provider. It replaces Google in the demo profile if no client id is set (D115). */
export const TEST_SIGN_IN = {
  name: GOOGLE.name,
  issuer: "test-sign-in",
  clientId: "demo",
  /** The shop checks the signatures of this provider with its own secret instead of public keys. */
  jwksUrl: null,
  authorizeUrl: "/test-sign-in",
} as const;

/** The schema of an optional https URL. Its error message does not contain the URL, which may include a password. */
const webAddress = (example: string) =>
  optionalText(isSecureAddress, `the value is not an https address. Write for example NAME=${example}`);

export const signInSettings = v.pipe(
  v.object({
    ...profile,
    SIGN_IN_CLIENT_ID: v.optional(v.string()),
    SIGN_IN_NAME: text(GOOGLE.name),
    SIGN_IN_ISSUER: webAddress(GOOGLE.issuer),
    SIGN_IN_JWKS_URL: webAddress(GOOGLE.jwksUrl),
    SIGN_IN_AUTHORIZE_URL: webAddress("https://login.example/authorize"),
  }),
  v.transform((value) => ({
    signIn:
      value.SIGN_IN_CLIENT_ID === undefined
        ? value.SHOP_PROFILE === "demo"
          ? TEST_SIGN_IN
          : null
        : {
            name: value.SIGN_IN_NAME,
            issuer: value.SIGN_IN_ISSUER ?? GOOGLE.issuer,
            clientId: value.SIGN_IN_CLIENT_ID,
            jwksUrl: value.SIGN_IN_JWKS_URL ?? GOOGLE.jwksUrl,
            authorizeUrl: value.SIGN_IN_AUTHORIZE_URL ?? null,
          },
  })),
);
