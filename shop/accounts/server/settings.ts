import * as v from "valibot";
import { profile } from "#platform/config/setting.ts";

declare module "#platform/config/config.ts" {
  interface Config extends v.InferOutput<typeof signInSettings> {}
}

export interface SignIn {
  name: string;
  issuer: string;
  clientId: string;
  /** Null if the shop checks the provider's signatures with its own secret instead of public keys. */
  jwksUrl: string | null;
  /** The provider's sign-in page. Null if Google's script signs the customer in. */
  authorizeUrl: string | null;
}

const GOOGLE = {
  name: "Google",
  issuer: "https://accounts.google.com",
  jwksUrl: "https://www.googleapis.com/oauth2/v3/certs",
  authorizeUrl: null,
} as const;

/** The built-in test provider, which replaces Google in the demo profile (D115). */
export const TEST_SIGN_IN = {
  name: GOOGLE.name,
  issuer: "test-sign-in",
  clientId: "demo",
  jwksUrl: null,
  authorizeUrl: "/test-sign-in",
} as const;

export const signInSettings = v.pipe(
  v.object({ ...profile, SIGN_IN_CLIENT_ID: v.optional(v.string()) }),
  v.transform(({ SHOP_PROFILE, SIGN_IN_CLIENT_ID: clientId }): { signIn: SignIn | null } => {
    if (clientId !== undefined) return { signIn: { ...GOOGLE, clientId } };
    return { signIn: SHOP_PROFILE === "demo" ? TEST_SIGN_IN : null };
  }),
);
