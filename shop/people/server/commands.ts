import { renderUnicodeCompact } from "uqr";
import { formatDateTime } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import {
  requireConfirmation,
  type Command,
  CommandRefused,
  type CommandResult,
  defineCommand,
  type OperatorRole,
  operatorRoles,
  parseRequiredText,
  UsageError,
} from "#platform/operator/command.ts";
import { MAX_NAME_LENGTH } from "#platform/operator/protocol.ts";
import {
  changeRole,
  INVITATION_MINUTES,
  invite,
  listPasskeys,
  listPeople,
  removePerson,
  requirePerson,
  signOutPerson,
} from "./people.ts";
import { endSession, listSessions } from "./sessions.ts";
import { isId } from "#platform/ids.ts";
import { peopleInvite, peopleList } from "../results.ts";

/** Only owners may run these, and at the desk they must confirm with a passkey. */
const forOwner = { onlyOwner: true, asksPasskey: true } as const;

const inviteCommand = defineCommand({
  ...peopleInvite,
  summary: "Invites a person to the desk with a link and a QR code, valid for 30 minutes and one device.",
  ...forOwner,
  preview: "rehearse",
  args: [],
  options: {
    name: { summary: "the name of the person, shown in the record of commands", required: true },
    role: { summary: "the role of a new person", choices: operatorRoles },
    lost: {
      summary: "a device was lost or stolen, so remove all passkeys and end all sessions of the person",
      flag: true,
    },
  },
  examples: [
    'people invite --name "Asha" --role owner',
    'people invite --name "Asha"',
    'people invite --name "Asha" --lost',
  ],
  async run(context, { options, role: deskRole }) {
    const name = parseRequiredText("name", options["name"], MAX_NAME_LENGTH);
    const { person, link, expiresAt, isKnown } = await invite(context, {
      name,
      role: options["role"] as OperatorRole | undefined,
      isLost: options["lost"] === "on",
    });
    const lines = [
      isKnown
        ? `${person.name} (${person.role}) can add a passkey on another device.`
        : `${person.name} is invited as ${person.role}.`,
      `Open this link on their phone or computer. It works once, until ${formatDateTime(expiresAt)}:`,
    ].join(" ");
    return {
      // Adds a QR code on the command line. The desk draws the code itself.
      message: [
        lines,
        link,
        ...(deskRole === undefined ? [renderUnicodeCompact(link, { border: 2 })] : []),
      ].join("\n\n"),
      data: { name: person.name, role: person.role, link, expiresAt, minutes: INVITATION_MINUTES },
    };
  },
});

const listCommand = defineCommand({
  ...peopleList,
  reads: true,
  onlyOwner: true,
  summary: "Lists the people of the desk with their passkeys and sessions.",
  args: [],
  options: {},
  examples: ["people list"],
  async run(context) {
    const [people, passkeys, sessions] = [
      await listPeople(context),
      await listPasskeys(context.db),
      await listSessions(context),
    ];
    const data = people.map(({ id, name, role, createdAt, invitedUntil }) => ({
      name,
      role,
      createdAt,
      invitedUntil,
      passkeys: passkeys.filter(({ personId }) => personId === id).map(withoutPerson),
      sessions: sessions.filter(({ personId }) => personId === id).map(withoutPerson),
    }));
    return {
      columns: ["Name", "Role", "Passkeys", "Signed in", "Last seen"],
      rows: data.map(({ name, role, passkeys: ownPasskeys, sessions: open, invitedUntil }) => [
        name,
        role,
        ownPasskeys.map(({ device }) => device).join(", ") || (invitedUntil ? "invited" : "none"),
        open.length,
        open[0] ? formatDateTime(open[0].seenAt) : "",
      ]),
      message:
        data.length === 0 ? "Nobody is invited to the desk yet. Invite yourself as the owner first." : "",
      data,
    };
  },
});

const withoutPerson = <Owned extends { personId: string }>({ personId: _person, ...rest }: Owned) => rest;

const setCommand = defineCommand({
  noun: "people",
  verb: "set",
  summary: "Changes the role of a person, signs them out in one browser or everywhere, or removes them.",
  ...forOwner,
  preview: "rehearse",
  args: [{ name: "name", summary: "the name of the person" }],
  options: {
    role: { summary: "the new role, valid at once", choices: operatorRoles },
    "sign-out": { summary: "all to sign the person out everywhere, or the id of a session" },
    remove: { summary: "remove the person, and end their passkeys and sessions", flag: true },
  },
  examples: [
    'people set "Ravi" --role manager',
    'people set "Ravi" --sign-out all',
    'people set "Ravi" --remove',
  ],
  async run(context, input) {
    const { name: personName = "" } = input.args;
    const { role, "sign-out": session, remove } = input.options;
    if ([role, session, remove].filter((option) => option !== undefined).length !== 1)
      throw new UsageError("Choose one: a new role, sign the person out, or remove them.");
    if (remove !== undefined) {
      requireConfirmation(
        input,
        `Remove ${personName} from the desk, and end their passkeys and sessions at once?`,
      );
      const { name } = await removePerson(context, personName);
      return { message: `${name} can no longer use the desk.`, data: { name } };
    }
    if (session !== undefined) {
      requireConfirmation(
        input,
        `Sign ${personName} out ${session === ALL ? "everywhere" : "in this browser"}?`,
      );
      return signOut(context, personName, session);
    }
    requireConfirmation(input, `Change the role of ${personName} to ${role}?`);
    const changed = await changeRole(context, personName, role as OperatorRole);
    return { message: `${changed.name} is ${changed.role} now.`, data: changed };
  },
});

const ALL = "all";

async function signOut({ db }: Context, personName: string, session: string): Promise<CommandResult> {
  const { id, name } = await requirePerson(db, personName);
  if (session === ALL) {
    const ended = await signOutPerson(db, id);
    return { message: `${formatCount(ended, "session")} of ${name} ended.`, data: { ended } };
  }
  if (!isId(session) || !(await endSession(db, session, id)))
    throw new CommandRefused(`${name} has no such session.`);
  return { message: `That session of ${name} ended.`, data: { ended: 1 } };
}

export const peopleCommands: Command[] = [inviteCommand, listCommand, setCommand];
