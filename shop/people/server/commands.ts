import { renderUnicodeCompact } from "uqr";
import { formatDateTime } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import {
  type Command,
  CommandRefused,
  defineCommand,
  type OperatorRole,
  operatorRoles,
  parseRequiredText,
} from "#platform/operator/command.ts";
import { LONGEST_NAME } from "#platform/operator/protocol.ts";
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

const nameArgument = { name: "name", summary: "the person, as people list names them" } as const;

/** About people: for the owner, and at a desk after the passkey was used again. */
const forOwner = { onlyOwner: true, asksPasskey: true } as const;

const inviteCommand = defineCommand({
  noun: "people",
  verb: "invite",
  summary: "Invites somebody to the desk by a link and a QR code, for 30 minutes and one device.",
  ...forOwner,
  preview: "rehearse",
  args: [],
  options: {
    name: { summary: "the name, which stands beside all that they do", required: true },
    role: { summary: "what they may do; for somebody new", choices: operatorRoles },
    lost: {
      summary: "a device was lost or stolen: their passkeys stop working, all sessions end",
      flag: true,
    },
  },
  examples: [
    'people invite --name "Asha" --role owner',
    'people invite --name "Asha"',
    'people invite --name "Asha" --lost',
  ],
  async run(context, { options, role: deskRole }) {
    const name = parseRequiredText("name", options["name"], LONGEST_NAME);
    const { person, link, expiresAt, isKnown } = await invite(context, {
      name,
      role: options["role"] as OperatorRole | undefined,
      isLost: options["lost"] === "on",
    });
    const words = [
      isKnown
        ? `${person.name} (${person.role}) can add a passkey on another device.`
        : `${person.name} is invited as ${person.role}.`,
      `Open this link on their phone or computer. It works once, until ${formatDateTime(expiresAt)}:`,
    ].join(" ");
    return {
      // The desk draws the code itself.
      message: [
        words,
        link,
        ...(deskRole === undefined ? [renderUnicodeCompact(link, { border: 2 })] : []),
      ].join("\n\n"),
      data: { name: person.name, role: person.role, link, expiresAt, minutes: INVITATION_MINUTES },
    };
  },
});

const listCommand = defineCommand({
  noun: "people",
  verb: "list",
  reads: true,
  onlyOwner: true,
  summary: "Who may use the desk, with their passkeys and the browsers in which they are signed in.",
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
      rows: data.map(({ name, role, passkeys: own, sessions: open, invitedUntil }) => [
        name,
        role,
        own.map(({ device }) => device).join(", ") || (invitedUntil ? "invited" : "none"),
        open.length,
        open[0] ? formatDateTime(open[0].seenAt) : "",
      ]),
      message:
        data.length === 0
          ? 'Nobody uses the desk from elsewhere yet. Begin with: people invite --name "Asha" --role owner'
          : "",
      data,
    };
  },
});

const withoutPerson = <Owned extends { personId: string }>({ personId: _person, ...rest }: Owned) => rest;

const roleCommand = defineCommand({
  noun: "people",
  verb: "role",
  summary: "Changes what somebody may do at the desk, from their next step on.",
  ...forOwner,
  preview: "rehearse",
  args: [nameArgument, { name: "role", summary: "what they may do", choices: operatorRoles }],
  options: {},
  confirm: ({ args }) => `Make ${args["name"]} ${args["role"]} at the desk?`,
  examples: ['people role "Ravi" manager'],
  async run(context, { args }) {
    const { name, role } = await changeRole(context, args["name"] ?? "", args["role"] as OperatorRole);
    return { message: `${name} is ${role} now.`, data: { name, role } };
  },
});

const removeCommand = defineCommand({
  noun: "people",
  verb: "remove",
  summary: "Removes somebody from the desk: passkeys and sessions end at once.",
  ...forOwner,
  preview: "rehearse",
  args: [nameArgument],
  options: {},
  confirm: ({ args }) => `Remove ${args["name"]} from the desk, and end their passkeys and sessions at once?`,
  examples: ['people remove "Ravi"'],
  async run(context, { args }) {
    const { name } = await removePerson(context, args["name"] ?? "");
    return { message: `${name} can no longer use the desk.`, data: { name } };
  },
});

const signOutCommand = defineCommand({
  noun: "people",
  verb: "sign-out",
  summary: "Signs somebody out of the desk: everywhere, or in one browser.",
  onlyOwner: true,
  preview: "rehearse",
  args: [nameArgument],
  options: { session: { summary: "only this one, by its id in people list --json" } },
  confirm: ({ args, options }) =>
    options["session"] === undefined
      ? `Sign ${args["name"]} out everywhere?`
      : `Sign ${args["name"]} out in this browser?`,
  examples: ['people sign-out "Ravi"'],
  async run({ db }, { args, options }) {
    const { id, name } = await requirePerson(db, args["name"]);
    const session = options["session"];
    if (session === undefined) {
      const ended = await signOutPerson(db, id);
      return { message: `${formatCount(ended, "session")} of ${name} ended.`, data: { ended } };
    }
    if (!isId(session) || !(await endSession(db, session, id)))
      throw new CommandRefused(`${name} has no such session. See: people list --json`);
    return { message: `That session of ${name} ended.`, data: { ended: 1 } };
  },
});

export const peopleCommands: Command[] = [
  inviteCommand,
  listCommand,
  roleCommand,
  removeCommand,
  signOutCommand,
];
