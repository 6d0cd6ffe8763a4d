import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { OperatorRole } from "../calls.ts";
import { callSignInApi, DeskError } from "./desk-calls.ts";

/* Calls that use passkeys. A desk on loopback does not load the library, because it does not need it. */

/** Call it before the click that uses a passkey: Safari refuses passkeys if a script is loaded after the click. */
export const loadPasskeys = () => import("@simplewebauthn/browser");

export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await callSignInApi<PublicKeyCredentialRequestOptionsJSON>("sign-in/begin");
  await callSignInApi("sign-in", {
    browser: describeBrowser(),
    response: await signWithPasskey(optionsJSON),
  });
}

export interface InvitedPerson {
  name: string;
  role: OperatorRole;
}

export const openInvitation = (invitation: string): Promise<InvitedPerson> =>
  callSignInApi("join/begin", { invitation });

export async function joinWithPasskey(invitation: string, device: string): Promise<void> {
  const { options } = await callSignInApi<{ options: PublicKeyCredentialCreationOptionsJSON }>("join/begin", {
    invitation,
  });
  const response = await makePasskey(options);
  await callSignInApi("join", { invitation, device, browser: describeBrowser(), response });
}

export async function addPasskey(device: string): Promise<void> {
  const optionsJSON = await callSignInApi<PublicKeyCredentialCreationOptionsJSON>("passkey/begin");
  await callSignInApi("passkey", { device, response: await makePasskey(optionsJSON) });
}

export async function proveAgain(): Promise<void> {
  const optionsJSON = await callSignInApi<PublicKeyCredentialRequestOptionsJSON>("prove/begin");
  await callSignInApi("prove", { response: await signWithPasskey(optionsJSON) });
}

async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await loadPasskeys();
  return startAuthentication({ optionsJSON }).catch(throwPasskeyError);
}

async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await loadPasskeys();
  return startRegistration({ optionsJSON }).catch(throwPasskeyError);
}

function throwPasskeyError(cause: unknown): never {
  const { name = "" } = cause as { name?: string };
  throw new DeskError("refused", REASONS[name] ?? "No passkey was used. Please try again.");
}

const REASONS: Readonly<Record<string, string>> = {
  InvalidStateError: "This device already has a passkey for the desk. Sign in with it.",
  NotSupportedError: "This browser cannot create passkeys. Update it, or use another browser.",
  SecurityError: "Passkeys only work at the desk's own https address. Check the address.",
};

const findName = (names: readonly [RegExp, string][]): string | undefined =>
  names.find(([pattern]) => pattern.test(navigator.userAgent))?.[1];

export const describeDevice = (): string => findName(DEVICES) ?? "Device";

const DEVICES: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android phone"],
  [/Macintosh/, "Mac"],
  [/Windows/, "Windows computer"],
  [/Linux|CrOS/, "Computer"],
];

export function describeKind(): "phone" | "tablet" | "computer" {
  if (/iPhone|Android.*Mobile/.test(navigator.userAgent)) return "phone";
  return /iPad|Android/.test(navigator.userAgent) ? "tablet" : "computer";
}

export const describeBrowser = (): string => `${findName(BROWSERS) ?? "Browser"} on ${describeDevice()}`;

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg/, "Edge"],
  [/Firefox|FxiOS/, "Firefox"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
