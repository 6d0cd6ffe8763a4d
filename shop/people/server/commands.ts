import * as v from "valibot";
import { renderUnicodeCompact } from "uqr";
import { formatDateTime } from "#contract/dates.ts";
import { formatCount } from "#contract/text.ts";
import {
  requireConfirmation,
  CommandRefused,
  defineCommand,
  defineJobs,
} from "#platform/operator/command.ts";
import { type OperatorRole, operatorRoles } from "#platform/operator/roles.ts";
import { parseRequiredText } from "#platform/operator/command-values.ts";
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
import { peopleInvite, peopleList } from "../command-results.ts";

const ALL = "all";

const PERSON = { name: "name", summary: "the name of the person, shown in the record of commands" } as const;

export const peopleCommand = defineCommand({
  ...peopleList,
  data: v.union([peopleList.data, peopleInvite.data]),
  onlyOwner: true,
  asksPasskey: "changes",
  summary: "Lists the people of the desk with their devices; or invites, changes or removes one.",
  preview: "rehearse",
  args: [{ ...PERSON, optional: true }],
  options: {
    invite: { summary: "make a link and a QR code, valid for 30 minutes and one device", flag: true },
    lost: {
      summary:
        "for an invitation: a device was lost or stolen, so end all passkeys and sessions of the person",
      flag: true,
    },
    role: {
      summary: "the role of a new person, or a new role for a person, which applies at once",
      choices: operatorRoles,
    },
    "sign-out": {
      summary: "enter all to sign the person out everywhere, or the id of a session to end only this session",
    },
    remove: { summary: "remove the person, and end their passkeys and sessions", flag: true },
  },
  examples: [
    'people "Asha" --invite --role owner',
    'people "Asha" --invite --lost',
    'people "Ravi" --role manager',
    'people "Ravi" --sign-out all',
    'people "Ravi" --remove',
  ],
  ...defineJobs(PERSON, {
    "": {
      async run(context) {
        const people = await listPeople(context);
        const passkeys = await listPasskeys(context.db);
        const sessions = await listSessions(context);
        const data = people.map(({ id, name, role, createdAt, invitedUntil }) => ({
          name,
          role,
          createdAt,
          invitedUntil,
          passkeys: passkeys.filter(({ personId }) => personId === id),
          sessions: sessions.filter(({ personId }) => personId === id),
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
    },
    invite: {
      uses: ["role", "lost"],
      async run(context, { args, options, role: deskRole }) {
        const name = parseRequiredText("name", args["name"], MAX_NAME_LENGTH);
        const { person, link, expiresAt, isKnown } = await invite(context, {
          name,
          role: options["role"] as OperatorRole | undefined,
          isLost: options["lost"] === "on",
        });
        const invited = isKnown
          ? `${person.name} (${person.role}) can add a passkey on another device.`
          : `${person.name} is invited as ${person.role}.`;
        return {
          // On the command line, the message contains a QR code. The desk draws the code itself from the link.
          message: [
            `${invited} Open this link on their phone or computer. It works once, until ${formatDateTime(expiresAt)}:`,
            link,
            ...(deskRole === undefined ? [renderUnicodeCompact(link, { border: 2 })] : []),
          ].join("\n\n"),
          data: { name: person.name, role: person.role, link, expiresAt, minutes: INVITATION_MINUTES },
        };
      },
    },
    role: {
      async run(context, input) {
        const { name: personName = "" } = input.args;
        const { role } = input.options;
        requireConfirmation(input, `Change the role of ${personName} to ${role}?`);
        const changed = await changeRole(context, personName, role as OperatorRole);
        return { message: `${changed.name} is ${changed.role} now.` };
      },
    },
    "sign-out": {
      async run(context, input) {
        const { name: personName = "" } = input.args;
        const { "sign-out": session = "" } = input.options;
        requireConfirmation(
          input,
          `Sign ${personName} out ${session === ALL ? "everywhere" : "in this browser"}?`,
        );
        const { id, name } = await requirePerson(context.db, personName);
        if (session === ALL) {
          const ended = await signOutPerson(context.db, id);
          return { message: `${name} was signed out everywhere (${formatCount(ended, "session")}).` };
        }
        if (!isId(session) || !(await endSession(context.db, session, id)))
          throw new CommandRefused(`${name} is not signed in with this session any more.`);
        return { message: `${name} was signed out in that browser.` };
      },
    },
    remove: {
      async run(context, input) {
        const { name: personName = "" } = input.args;
        requireConfirmation(
          input,
          `Remove ${personName} from the desk, and end their passkeys and sessions at once?`,
        );
        const { name } = await removePerson(context, personName);
        return { message: `${name} can no longer use the desk.` };
      },
    },
  }),
});
