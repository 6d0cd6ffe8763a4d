import * as v from "valibot";
import { defineCommandData, moment } from "#contract/command-data.ts";

const passkey = v.object({
  id: v.string(),
  /** The name that the person gave to the device. */
  device: v.string(),
  createdAt: moment,
  usedAt: v.nullable(moment),
});

const session = v.object({
  id: v.string(),
  /** The name of the device that has the passkey. */
  passkey: v.string(),
  /** The name of the browser. */
  device: v.string(),
  network: v.string(),
  begunAt: moment,
  seenAt: moment,
});

/** The data of `people list`: the people who may use the desk, with their passkeys and sessions. */
export const peopleList = defineCommandData(
  "people",
  "list",
  v.array(
    v.object({
      name: v.string(),
      role: v.picklist(["owner", "manager", "packer"]),
      createdAt: moment,
      invitedUntil: v.nullable(moment),
      passkeys: v.array(passkey),
      sessions: v.array(session),
    }),
  ),
);

/** The data of `people invite`: the link that lets an invited person add a passkey. */
export const peopleInvite = defineCommandData(
  "people",
  "invite",
  v.object({
    name: v.string(),
    role: v.picklist(["owner", "manager", "packer"]),
    link: v.string(),
    expiresAt: moment,
    minutes: v.number(),
  }),
);
