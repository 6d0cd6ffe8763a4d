import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/* A simulated device with a passkey. Tests can make each part of its WebAuthn responses wrong. */

export interface Passkey {
  id: string;
  privateKey: KeyObject;
  counter: number;
  userHandle: string;
}

/** Wrong values to put into a WebAuthn response. */
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

/** Encodes bytes as a CBOR byte string. Supports up to 65,535 bytes. */
const toCborBytes = (bytes: Buffer): Buffer =>
  bytes.length < 256
    ? Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
    : Buffer.concat([Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]), bytes]);

/** Encodes a text in CBOR. Supports up to 23 characters. */
const toCborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

/** Creates a passkey for the options that the desk sent. Returns it with the registration response. */
export function makePasskey(options: Options, origin: string, lies: WrongValues = {}) {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const cose = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    toCborBytes(Buffer.from(x, "base64url")),
    Buffer.from([0x22]),
    toCborBytes(Buffer.from(y, "base64url")),
  ]);
  const id = randomBytes(32);
  const length = Buffer.from([0, id.length]);
  const authData = toAuthData(
    lies.rpId ?? options.rp?.id ?? "",
    UP | AT | (lies.isUnverified ? 0 : UV),
    0,
    Buffer.concat([Buffer.alloc(16), length, id, cose]),
  );
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    toCborText("fmt"),
    toCborText("none"),
    toCborText("attStmt"),
    Buffer.from([0xa0]),
    toCborText("authData"),
    toCborBytes(authData),
  ]);
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

/** Signs the desk's challenge with a passkey and increases the passkey's counter. Returns the sign-in response. */
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
