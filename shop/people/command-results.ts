import * as v from "valibot";
import { defineCommandList, defineCommandObject, moment } from "#contract/command-data.ts";

const passkey = v.object({
  id: v.string(),
  device: v.string(),
  createdAt: moment,
  usedAt: v.nullable(moment),
});

const session = v.object({
  id: v.string(),
  passkey: v.string(),
  device: v.string(),
  network: v.string(),
  begunAt: moment,
  seenAt: moment,
});

export const peopleList = defineCommandList("people", {
  name: v.string(),
  role: v.picklist(["owner", "manager", "packer"]),
  createdAt: moment,
  invitedUntil: v.nullable(moment),
  passkeys: v.array(passkey),
  sessions: v.array(session),
});

export const ownSignIn = v.object({
  passkeys: v.array(passkey),
  sessions: v.array(v.object({ ...session.entries, isThis: v.boolean() })),
  pushKey: v.string(),
  pushes: v.array(v.object({ id: v.string(), device: v.string(), createdAt: moment })),
});

export const peopleInvite = defineCommandObject("people", {
  name: v.string(),
  role: v.picklist(["owner", "manager", "packer"]),
  link: v.string(),
  expiresAt: moment,
  minutes: v.number(),
});
