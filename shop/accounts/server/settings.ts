import * as v from "valibot";
import { isSecureAddress, optionalText, text } from "#platform/config/setting.ts";

declare module "#platform/config/config.ts" {
  interface Config extends v.InferOutput<typeof signInSettings> {}
}

/** An OpenID Connect provider that customers may sign in with. */
export interface SignIn {
  /** As the button names it. */
  name: string;
  issuer: string;
  clientId: string;
  /** Where the issuer's public keys are. */
  jwksUrl: string;
  /** The issuer's own page; null for Google, which brings its button along. */
  authorizeUrl: string | null;
}

const GOOGLE = {
  name: "Google",
  issuer: "https://accounts.google.com",
  jwksUrl: "https://www.googleapis.com/oauth2/v3/certs",
} as const;

/** The value is not repeated: it may hold a password. */
const webAddress = (name: string, example: string) =>
  optionalText(isSecureAddress, `the value is no https address. Write for example ${name}=${example}.`);

export const signInSettings = v.pipe(
  v.object({
    SIGN_IN_CLIENT_ID: v.optional(v.string()),
    SIGN_IN_NAME: text(GOOGLE.name),
    SIGN_IN_ISSUER: webAddress("SIGN_IN_ISSUER", GOOGLE.issuer),
    SIGN_IN_JWKS_URL: webAddress("SIGN_IN_JWKS_URL", GOOGLE.jwksUrl),
    SIGN_IN_AUTHORIZE_URL: webAddress("SIGN_IN_AUTHORIZE_URL", "https://login.example/authorize"),
  }),
  v.transform((given): { signIn: SignIn | null } => ({
    signIn:
      given.SIGN_IN_CLIENT_ID === undefined
        ? null
        : {
            name: given.SIGN_IN_NAME,
            issuer: given.SIGN_IN_ISSUER ?? GOOGLE.issuer,
            clientId: given.SIGN_IN_CLIENT_ID,
            jwksUrl: given.SIGN_IN_JWKS_URL ?? GOOGLE.jwksUrl,
            authorizeUrl: given.SIGN_IN_AUTHORIZE_URL ?? null,
          },
  })),
);
