import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether this is the HMAC-SHA256 of a text, in hex, under one of the secrets. Takes the same time either way. */
export function isSigned(text: string, signature: string, secrets: readonly string[]): boolean {
  const given = Buffer.from(signature, "hex");
  return secrets
    .map((secret) => {
      const expected = createHmac("sha256", secret).update(text).digest();
      return secret !== "" && given.length === expected.length && timingSafeEqual(given, expected);
    })
    .includes(true);
}
