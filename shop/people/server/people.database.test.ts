import { describe, expect, test } from "vitest";
import { HOUR, MINUTE } from "#contract/time.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { OperatorRole } from "#platform/operator/roles.ts";
import { TooManyAttempts } from "#platform/operator/desk-people.ts";
import { runTyped } from "../../../tests/support/bought-order.ts";
import {
  type WrongValues,
  makePasskey,
  type Passkey,
  signWithPasskey,
} from "../../../tests/support/passkey.ts";
import { testEngine } from "../../../tests/support/database.ts";
import { raceBefore } from "../../../tests/support/race.ts";
import { context, readRows, setUpShop } from "../../../tests/support/test-shop.ts";
import { deskPeople } from "./desk-calls.ts";

/* Tests the attacks of T57 on the remote desk's invitations, passkeys and sessions. */

const ORIGIN = "https://desk.shop.example";
const HOME = "203.0.113.7";

setUpShop({ goods: [], config: { deskUrl: ORIGIN } });

const call = (name: string, body: object) => deskPeople.answer(context, name, body);

async function invite(name: string, options: Record<string, string> = {}): Promise<string> {
  const { data } = await runTyped("people --invite", { name }, options);
  return new URL((data as { link: string }).link).hash.slice(1);
}

type Challenge = Parameters<typeof makePasskey>[0];

const beginJoin = async (invitation: string) =>
  ((await call("join/begin", { ip: HOME, invitation })) as { options: Challenge }).options;

async function join(invitation: string, lies: WrongValues = {}) {
  const { passkey, response } = makePasskey(await beginJoin(invitation), ORIGIN, lies);
  const body = { ip: HOME, browser: "Chrome on Android", device: "Phone", invitation, response };
  const { session } = (await call("join", body)) as { session: string };
  return { passkey, session };
}

async function register(name: string, role: OperatorRole = "owner") {
  return join(await invite(name, { role }));
}

const beginSignIn = async (ip = HOME) => (await call("sign-in/begin", { ip })) as Challenge;

async function signIn(passkey: Passkey, lies: WrongValues = {}, options?: Challenge): Promise<string> {
  const response = signWithPasskey(passkey, options ?? (await beginSignIn()), ORIGIN, lies);
  const body = { ip: HOME, browser: "Chrome on Android", response };
  return ((await call("sign-in", body)) as { session: string }).session;
}

async function prove(session: string, passkey: Passkey): Promise<void> {
  const options = (await call("prove/begin", { session })) as Challenge;
  await call("prove", { session, response: signWithPasskey(passkey, options, ORIGIN) });
}

const identify = (session: string) => deskPeople.identify(context, session);

const countRows = async (table: string) => (await readRows(table)).length;

describe("invitations (T57)", () => {
  test("an invited person creates a passkey, is signed in with the invited role, and can sign in again", async () => {
    const { passkey, session } = await register("Asha", "manager");
    expect(await identify(session)).toMatchObject({ name: "Asha", role: "manager", isProved: false });
    expect(await identify(await signIn(passkey))).toMatchObject({ name: "Asha" });
  });

  test("an invitation that was used, is 30 minutes old or was replaced is refused", async () => {
    const used = await invite("Asha", { role: "owner" });
    await join(used);
    await expect(join(used)).rejects.toThrow("used already or has expired");
    const old = await invite("Ravi", { role: "packer" });
    context.clock.advance(30 * MINUTE);
    await expect(join(old)).rejects.toThrow("used already or has expired");
    const replaced = await invite("Ravi");
    await invite("Ravi");
    await expect(join(replaced)).rejects.toThrow("used already or has expired");
    await expect(join("A".repeat(43))).rejects.toThrow("used already or has expired");
    expect(await countRows("desk_passkey")).toBe(1);
  });

  test("if three browsers use an invitation at the same time, only one browser succeeds", async () => {
    const invitation = await invite("Asha", { role: "owner" });
    const answers = await Promise.allSettled([join(invitation), join(invitation), join(invitation)]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await countRows("desk_passkey")).toBe(1);
  });

  test("a passkey without user verification, of another origin or from a frame is refused", async () => {
    const invitation = await invite("Asha", { role: "owner" });
    for (const lies of [
      { isUnverified: true },
      { origin: "https://desk.shop.example.evil.example" },
      { origin: "https://shop.example" },
      { rpId: "shop.example" },
      { crossOrigin: true },
      { topOrigin: "https://evil.example" },
      { type: "webauthn.get" },
      { challenge: Buffer.from("mine").toString("base64url") },
    ])
      await expect(join(invitation, lies), JSON.stringify(lies)).rejects.toThrow(CommandRefused);
    expect(await countRows("desk_passkey")).toBe(0);
    // The refused attempt must not use up the invitation.
    await join(invitation);
  });

  test("an invitation for a person's lost device removes the passkeys and ends the sessions of that person only", async () => {
    const asha = await register("Asha");
    const ravi = await register("Ravi", "packer");
    const invitation = await invite("asha", { lost: "on" });
    expect(await identify(asha.session)).toBeNull();
    await expect(signIn(asha.passkey)).rejects.toThrow(CommandRefused);
    expect(await identify(ravi.session)).toMatchObject({ name: "Ravi", role: "packer" });
    expect(await identify((await join(invitation)).session)).toMatchObject({ name: "Asha", role: "owner" });
  });

  test("the database contains no secret of an invitation or a session", async () => {
    const invitation = await invite("Asha", { role: "owner" });
    expect(JSON.stringify(await readRows("desk_invitation"))).not.toContain(invitation);
    const { session } = await join(invitation);
    expect(JSON.stringify(await readRows("desk_session"))).not.toContain(session);
  });

  test("an invitation of a new person needs a role, and a later invitation cannot change the role", async () => {
    await expect(invite("Asha")).rejects.toThrow("Choose a role");
    await register("Ravi", "packer");
    await expect(invite("Ravi", { role: "owner" })).rejects.toThrow("Change the role instead");
  });
});

describe("passkeys (T57)", () => {
  test("a sign-in challenge is valid once, for two minutes, and for signing in only", async () => {
    const { passkey, session } = await register("Asha");
    const options = await beginSignIn();
    await signIn(passkey, {}, options);
    await expect(signIn(passkey, {}, options)).rejects.toThrow("sent twice");
    // Another base64url text of the same challenge counts as the same challenge.
    await expect(signIn(passkey, { challenge: `${options.challenge}=` }, options)).rejects.toThrow(
      CommandRefused,
    );
    const old = await beginSignIn();
    context.clock.advance(2 * MINUTE);
    await expect(signIn(passkey, {}, old)).rejects.toThrow("took too long");
    const ofProof = (await call("prove/begin", { session })) as Challenge;
    await expect(signIn(passkey, {}, ofProof)).rejects.toThrow(CommandRefused);
    // A refused response also uses up its challenge.
    const refused = await beginSignIn();
    await expect(signIn(passkey, { isUnverified: true }, refused)).rejects.toThrow(CommandRefused);
    await expect(signIn(passkey, {}, refused)).rejects.toThrow("sent twice");
  });

  test("a passkey response with a wrong origin, counter, signature or owner is refused", async () => {
    const { passkey } = await register("Asha");
    const ravi = await register("Ravi", "packer");
    for (const lies of [
      { isUnverified: true },
      { origin: "https://desk.shop.example:8443" },
      { origin: "http://desk.shop.example" },
      { origin: "https://shop.example" },
      { rpId: "shop.example" },
      { crossOrigin: true },
      { crossOrigin: true, topOrigin: ORIGIN },
      { type: "webauthn.create" },
      { userHandle: ravi.passkey.userHandle },
    ])
      await expect(signIn(passkey, lies), JSON.stringify(lies)).rejects.toThrow(CommandRefused);
    await expect(signIn({ ...passkey, privateKey: ravi.passkey.privateKey })).rejects.toThrow(CommandRefused);
    await signIn(passkey);
    // A copied passkey sends a counter that is too low.
    await expect(signIn(passkey, { counter: 1 })).rejects.toThrow(CommandRefused);
    expect(await countRows("desk_session")).toBe(3);
  });

  test("an unknown passkey and a wrong response of a known passkey get the same error", async () => {
    const { passkey } = await register("Asha");
    const message = await signIn(passkey, { isUnverified: true }).catch((cause: Error) => cause.message);
    await expect(signIn({ ...passkey, id: "A".repeat(43) })).rejects.toThrow(message);
    expect(JSON.stringify(await beginSignIn())).not.toContain(passkey.id);
  });

  test("after at most 40 sign-in attempts from one network the next attempts are refused, and another network can sign in", async () => {
    const { passkey } = await register("Asha");
    // Behind a misconfigured proxy, all visitors have the proxy's IP address, so loopback is limited too.
    for (const ip of ["198.51.100.9", "127.0.0.1"]) {
      const tries = await Promise.allSettled(Array.from({ length: 45 }, () => beginSignIn(ip)));
      const refused = tries.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
      expect(refused.length).toBeGreaterThanOrEqual(5);
      for (const { reason } of refused) expect(reason).toBeInstanceOf(TooManyAttempts);
      await signIn(passkey);
    }
  });

  test("a stranger with many addresses cannot prevent the owner from signing in", async () => {
    const { passkey } = await register("Asha");
    const begin = (ips: readonly string[]) => Promise.allSettled(ips.map((ip) => beginSignIn(ip)));
    const countRefused = (tries: Awaited<ReturnType<typeof begin>>) =>
      tries.filter(({ status }) => status === "rejected").length;
    // Anybody can rent a /48 network, so all its addresses together are limited, too.
    const ofOne = await begin(Array.from({ length: 405 }, (_, at) => `2001:db8:66:${at.toString(16)}::1`));
    expect(countRefused(ofOne)).toBe(5);
    expect(countRefused(await begin(Array.from({ length: 45 }, () => "2001:db8:67::1")))).toBe(5);
    for (let network = 1; network <= 16; network++)
      expect(countRefused(await begin(Array.from({ length: 40 }, () => `198.51.100.${network}`)))).toBe(0);
    await signIn(passkey);
  });

  test("adding a passkey requires a confirmation with an existing passkey, and the last passkey cannot be removed", async () => {
    const { passkey, session } = await register("Asha");
    const add = async () => {
      const options = (await call("passkey/begin", { session })) as Challenge;
      const made = makePasskey(options, ORIGIN);
      await call("passkey", { session, device: "Laptop", response: made.response });
      return made.passkey;
    };
    await expect(add()).rejects.toThrow("Use your passkey");
    await prove(session, passkey);
    const laptop = await add();
    await signIn(laptop);
    await call("passkey/remove", { session, id: laptop.id });
    await expect(signIn(laptop)).rejects.toThrow(CommandRefused);
    await expect(call("passkey/remove", { session, id: passkey.id })).rejects.toThrow("only passkey");
  });

  test.runIf(testEngine === "server")(
    "if both passkeys of a person are removed at the same time, one of them stays",
    async () => {
      const { passkey, session } = await register("Asha");
      await prove(session, passkey);
      const options = (await call("passkey/begin", { session })) as Challenge;
      const laptop = makePasskey(options, ORIGIN);
      await call("passkey", { session, device: "Laptop", response: laptop.response });
      const other = await signIn(laptop.passkey);
      await prove(other, laptop.passkey);
      const both = await raceBefore(
        context,
        /^delete from "desk_passkey"/,
        () => call("passkey/remove", { session, id: laptop.passkey.id }),
        () => call("passkey/remove", { session: other, id: passkey.id }),
      );
      expect(both).toEqual({ first: "done", second: "refused" });
      expect(await countRows("desk_passkey")).toBe(1);
    },
  );

  test.runIf(testEngine === "server")(
    "if a passkey is added on a lost device while the owner invites the device's user again, this passkey is removed too",
    async () => {
      const { passkey, session } = await register("Asha");
      await prove(session, passkey);
      const options = (await call("passkey/begin", { session })) as Challenge;
      const { response } = makePasskey(options, ORIGIN);
      await raceBefore(
        context,
        /^insert into "desk_passkey"/,
        () => call("passkey", { session, device: "Laptop", response }),
        () => invite("Asha", { lost: "on" }),
      );
      expect(await countRows("desk_passkey")).toBe(0);
    },
  );

  test("nobody can rename, remove or use the passkey of somebody else", async () => {
    const asha = await register("Asha");
    const ravi = await register("Ravi", "packer");
    await call("passkey/rename", { session: ravi.session, id: asha.passkey.id, device: "Mine" });
    await expect(prove(ravi.session, asha.passkey)).rejects.toThrow(CommandRefused);
    await prove(ravi.session, ravi.passkey);
    await expect(call("passkey/remove", { session: ravi.session, id: asha.passkey.id })).rejects.toThrow();
    const { passkeys } = (await call("me", { session: asha.session })) as { passkeys: { device: string }[] };
    expect(passkeys.map(({ device }) => device)).toEqual(["Phone"]);
  });

  test("a confirmation with a passkey is valid for five minutes, and only in the session in which it was made", async () => {
    const { passkey, session } = await register("Asha");
    const other = await signIn(passkey);
    await prove(session, passkey);
    expect(await identify(session)).toMatchObject({ isProved: true });
    expect(await identify(other)).toMatchObject({ isProved: false });
    context.clock.advance(5 * MINUTE + 1);
    expect(await identify(session)).toMatchObject({ isProved: false });
  });
});

describe("sessions (T57)", () => {
  const click = (session: string, idleMs = 0) => call("session", { session, idleMs });

  test("a desk session expires 12 hours after the last click, and after 30 days in any case", async () => {
    const { passkey, session } = await register("Asha");
    context.clock.advance(12 * HOUR + 1);
    expect(await identify(session)).toBeNull();
    const busy = await signIn(passkey);
    for (let half = 0; half < 60; half++) {
      context.clock.advance(12 * HOUR - 1);
      expect(await click(busy), `${half} half days`).toMatchObject({ name: "Asha" });
    }
    context.clock.advance(2 * MINUTE);
    expect(await click(busy)).toBeNull();
  });

  test("requests without a click do not extend a desk session", async () => {
    const { session } = await register("Asha");
    for (let hour = 1; hour <= 12; hour++) {
      context.clock.advance(HOUR);
      expect(await click(session, hour * HOUR)).not.toBeNull();
    }
    context.clock.advance(MINUTE);
    expect(await click(session, 12 * HOUR + MINUTE)).toBeNull();
  });

  test("a person can list and end their own sessions, and nobody else's", async () => {
    const asha = await register("Asha");
    const other = await signIn(asha.passkey);
    const ravi = await register("Ravi", "packer");
    const list = async (session: string) =>
      ((await call("me", { session })) as { sessions: { id: string; isThis: boolean }[] }).sessions;
    const ashasSessions = await list(asha.session);
    expect(ashasSessions.filter(({ isThis }) => isThis)).toHaveLength(1);
    expect(ashasSessions).toHaveLength(2);
    const [foreign] = await list(ravi.session);
    await expect(call("sign-out", { session: asha.session, id: foreign?.id })).rejects.toThrow(
      CommandRefused,
    );
    const rest = ashasSessions.find(({ isThis }) => !isThis);
    await call("sign-out", { session: asha.session, id: rest?.id });
    expect(await identify(other)).toBeNull();
    await call("sign-out", { session: asha.session });
    expect(await identify(asha.session)).toBeNull();
    expect(await identify(ravi.session)).not.toBeNull();
  });

  test("removing a person ends their sessions and invalidates their passkeys and invitation at once", async () => {
    await register("Asha");
    const ravi = await register("Ravi", "manager");
    const invitation = await invite("Ravi");
    await runTyped("people", { name: "ravi" }, { remove: "on" });
    expect(await identify(ravi.session)).toBeNull();
    await expect(call("me", { session: ravi.session })).rejects.toThrow("signed out");
    await expect(signIn(ravi.passkey)).rejects.toThrow(CommandRefused);
    await expect(join(invitation)).rejects.toThrow(CommandRefused);
  });

  test("a new role applies from the next request, and the only owner's role cannot be changed", async () => {
    await register("Asha");
    const ravi = await register("Ravi", "owner");
    await runTyped("people", { name: "Ravi" }, { role: "packer" });
    expect(await identify(ravi.session)).toMatchObject({ role: "packer" });
    await expect(runTyped("people", { name: "Asha" }, { role: "manager" })).rejects.toThrow("only owner");
    await expect(runTyped("people", { name: "Asha" }, { remove: "on" })).rejects.toThrow("only owner");
    await runTyped("people", { name: "Ravi" }, { remove: "on" });
    await runTyped("people", { name: "Asha" }, { remove: "on" });
    expect(await countRows("desk_person")).toBe(0);
  });
});

test("a person cannot be invited to the desk while DESK_URL is not set, and the error says so", async () => {
  context.config.deskUrl = undefined;
  await expect(invite("Asha", { role: "owner" })).rejects.toThrow("Set DESK_URL");
});
