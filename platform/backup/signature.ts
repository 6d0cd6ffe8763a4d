import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from "node:crypto";

/*
 * The seal of a backup says that it is whole, and anyone can compute it. Its signature (Ed25519) says that a shop wrote it:
 * the private key is derived from SHOP_SECRET, or the secret of the data folder, and the public one is told to the owner.
 */

/** Who may have signed a backup: public keys; `or nobody` takes one without a signature too. */
export interface TrustedSigners {
  keys: readonly string[];
  orNobody: boolean;
}

/** The public key that goes with a shop's secret, as the owner sees it: 43 letters of base64url. */
export const getSigner = (secret: string): string =>
  String(createPublicKey(derivePrivateKey(secret)).export({ format: "jwk" }).x);

/** The signature of a backup's seal. */
export const signSeal = (secret: string, seal: string): string =>
  sign(null, toSigned(seal), derivePrivateKey(secret)).toString("base64url");

export function isSignedBy(signer: string, seal: string, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: signer }, format: "jwk" });
    return verify(null, toSigned(seal), key, Buffer.from(signature, "base64url"));
  } catch {
    return false; // no key at all
  }
}

/** Nothing else that the shop may ever sign begins like this. */
const toSigned = (seal: string): Buffer => Buffer.from(`taruva backup\n${seal}`);

/** How PKCS #8 writes an Ed25519 key: this, then its 32 bytes. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

function derivePrivateKey(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "taruva backup signature", 32));
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
}
