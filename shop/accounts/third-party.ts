import * as v from "valibot";
import type { signInProvider } from "./response-schemas.ts";

const NONCE_MIN = 16;

export const thirdPartyMessages = {
  noCredential: "Google did not return a credential.",
  loggedIn: (provider: string) => `Logged in with ${provider}`,
  failed: "Google login failed",
  failedWith: (status: number) => `Google login failed (status ${status})`,
  notAccepted: "This sign-in could not be confirmed. Please try again.",
  mailboxNotVerified:
    "Your provider has not confirmed your e-mail address yet. Confirm it with the provider first, or log in with a password.",
  testNote: (provider: string) => `This shop is a demonstration: test accounts replace ${provider}.`,
  notSetUp: "Signing in with another account is not set up in this shop.",
} as const;

/** All invalid values have the same message, except a missing credential (§5, §7, D105). */
export const thirdPartyCredential = v.object({
  credential: v.pipe(
    v.nullish(v.string(thirdPartyMessages.noCredential), ""),
    v.nonEmpty(thirdPartyMessages.noCredential),
    v.maxLength(8_000, thirdPartyMessages.notAccepted),
  ),
  nonce: v.pipe(
    v.nullish(v.string(thirdPartyMessages.notAccepted), ""),
    v.minLength(NONCE_MIN, thirdPartyMessages.notAccepted),
    v.maxLength(200, thirdPartyMessages.notAccepted),
  ),
});

export type SignInProvider = v.InferOutput<typeof signInProvider>;
