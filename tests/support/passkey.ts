import { isoCBOR } from "@simplewebauthn/server/helpers";
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/* A simulated device with a passkey. Tests can make each part of its WebAuthn responses wrong. */

export interface Passkey {
  id: string;
  privateKey: KeyObject;
  counter: number;
  userHandle: string;
}

export interface WrongValues {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** True if the device did not verify the person by face, fingerprint or PIN. */
  isUnverified?: boolean;
  crossOrigin?: boolean;
  topOrigin?: string;
  counter?: number;
  userHandle?: string;
  type?: string;
}

interface Options {
  challenge: string;
  rp?: { id?: string };
  rpId?: string;
  user?: { id: string };
}

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

const toBase64Url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString("base64url");

const toClientData = (type: string, { challenge }: Options, origin: string, lies: WrongValues): string =>
  toBase64Url(
    JSON.stringify({
      type: lies.type ?? type,
      challenge: lies.challenge ?? challenge,
      origin: lies.origin ?? origin,
      ...(lies.crossOrigin !== undefined && { crossOrigin: lies.crossOrigin }),
      ...(lies.topOrigin !== undefined && { topOrigin: lies.topOrigin }),
    }),
  );

function toAuthData(rpId: string, flags: number, counter: number, more: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags, 0);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash("sha256").update(rpId).digest(), head, more]);
}

/** Returns a new passkey, and its registration response to the desk's options. */
export function makePasskey(options: Options, origin: string, lies: WrongValues = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  // The key in COSE format: ES256 on the P-256 curve, with its two coordinates.
  const cose = isoCBOR.encode(
    new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, "base64url")],
      [-3, Buffer.from(y, "base64url")],
    ]),
  );
  const id = randomBytes(32);
  const length = Buffer.from([0, id.length]);
  const authData = toAuthData(
    lies.rpId ?? options.rp?.id ?? "",
    UP | AT | (lies.isUnverified ? 0 : UV),
    0,
    Buffer.concat([Buffer.alloc(16), length, id, cose]),
  );
  const attestation = isoCBOR.encode(
    new Map<string, string | Map<string, string> | Buffer>([
      ["fmt", "none"],
      ["attStmt", new Map<string, string>()],
      ["authData", authData],
    ]),
  );
  const passkey: Passkey = {
    id: toBase64Url(id),
    privateKey,
    counter: 0,
    userHandle: options.user?.id ?? "",
  };
  const response = {
    id: passkey.id,
    rawId: passkey.id,
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON: toClientData("webauthn.create", options, origin, lies),
      attestationObject: toBase64Url(attestation),
      transports: ["internal"],
    },
  };
  return { passkey, response };
}

/** Returns the sign-in response to the desk's challenge. Increases the passkey's counter. */
export function signWithPasskey(passkey: Passkey, options: Options, origin: string, lies: WrongValues = {}) {
  passkey.counter += 1;
  const clientDataJSON = toClientData("webauthn.get", options, origin, lies);
  const authData = toAuthData(
    lies.rpId ?? options.rpId ?? "",
    UP | (lies.isUnverified ? 0 : UV),
    lies.counter ?? passkey.counter,
  );
  const clientHash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: "public-key",
    clientExtensionResults: {},
    response: {
      clientDataJSON,
      authenticatorData: toBase64Url(authData),
      signature: toBase64Url(sign("sha256", Buffer.concat([authData, clientHash]), passkey.privateKey)),
      userHandle: lies.userHandle ?? passkey.userHandle,
    },
  };
}
