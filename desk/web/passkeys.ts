import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";
import type { OperatorRole } from "../calls.ts";
import { callDoor, DeskError } from "./desk-calls.ts";

/* Calls that use passkeys. The library is loaded with the first call, because a desk on loopback does not need it. */

const load = () => import("@simplewebauthn/browser");

/** Signs in with a passkey of this device. @throws DeskError */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await callDoor<PublicKeyCredentialRequestOptionsJSON>("sign-in/begin");
  await callDoor("sign-in", { browser: describeBrowser(), response: await signWithPasskey(optionsJSON) });
}

/** The person that an invitation is for. */
export interface InvitedPerson {
  name: string;
  role: OperatorRole;
}

/** Loads the name and role that an invitation is for. @throws DeskError */
export const openInvitation = (invitation: string): Promise<InvitedPerson> =>
  callDoor("join/begin", { invitation });

/** Creates the first passkey for an invitation on this device, and signs in. @throws DeskError */
export async function joinWithPasskey(invitation: string, device: string): Promise<void> {
  const { options } = await callDoor<{ options: PublicKeyCredentialCreationOptionsJSON }>("join/begin", {
    invitation,
  });
  const response = await makePasskey(options);
  await callDoor("join", { invitation, device, browser: describeBrowser(), response });
}

/** Creates another passkey on this device for the signed-in person. @throws DeskError */
export async function addPasskey(device: string): Promise<void> {
  const optionsJSON = await callDoor<PublicKeyCredentialCreationOptionsJSON>("passkey/begin");
  await callDoor("passkey", { device, response: await makePasskey(optionsJSON) });
}

/** Asks the signed-in person to use the passkey again, before a critical command. @throws DeskError */
export async function proveAgain(): Promise<void> {
  const optionsJSON = await callDoor<PublicKeyCredentialRequestOptionsJSON>("prove/begin");
  await callDoor("prove", { response: await signWithPasskey(optionsJSON) });
}

async function signWithPasskey(optionsJSON: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await load();
  return startAuthentication({ optionsJSON }).catch(throwPasskeyError);
}

async function makePasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await load();
  return startRegistration({ optionsJSON }).catch(throwPasskeyError);
}

/** Throws an error with a message that explains the browser's error and what to do next. @throws DeskError */
function throwPasskeyError(cause: unknown): never {
  const { name = "" } = cause as { name?: string };
  throw new DeskError("refused", REASONS[name] ?? "No passkey was used. Please try again.");
}

/** Messages for the browser's errors, by the error's name. */
const REASONS: Readonly<Record<string, string>> = {
  InvalidStateError: "This device already has a passkey for the desk. Sign in with it.",
  NotSupportedError: "This browser cannot create passkeys. Update it, or use another browser.",
  SecurityError: "Passkeys only work at the desk's own https address. Check the address.",
};

/** Suggests a name for this device from the browser's user agent, for example `iPhone`. */
export function describeDevice(agent = navigator.userAgent): string {
  const [, name = "Device"] = DEVICES.find(([pattern]) => pattern.test(agent)) ?? [];
  return name;
}

const DEVICES: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android phone"],
  [/Macintosh/, "Mac"],
  [/Windows/, "Windows computer"],
  [/Linux|CrOS/, "Computer"],
];

/** Returns a word for the kind of this device, to use in a sentence: `phone`. */
export function describeKind(agent = navigator.userAgent): "phone" | "tablet" | "computer" {
  if (/iPhone|Android.*Mobile/.test(agent)) return "phone";
  return /iPad|Android/.test(agent) ? "tablet" : "computer";
}

/** Returns the browser's name for the lists of sessions and notified devices. */
export function describeBrowser(agent = navigator.userAgent): string {
  const [, name = "Browser"] = BROWSERS.find(([pattern]) => pattern.test(agent)) ?? [];
  return `${name} on ${describeDevice(agent)}`;
}

const BROWSERS: readonly [RegExp, string][] = [
  [/Edg/, "Edge"],
  [/Firefox|FxiOS/, "Firefox"],
  [/SamsungBrowser/, "Samsung Internet"],
  [/Chrome|CriOS/, "Chrome"],
  [/Safari/, "Safari"],
];
