import { HOUR } from "#contract/time.ts";
import type { Feature } from "#platform/feature.ts";
import { peopleCommand } from "./commands.ts";
import { deskPeople } from "./desk-calls.ts";
import { deleteOldChallenges } from "./passkeys.ts";
import { pushSubscribers } from "./push.ts";
import { deleteOldSessions } from "./sessions.ts";

export const people: Feature = {
  name: "people",
  commands: [peopleCommand],
  deskPeople,
  subscribers: pushSubscribers,
  jobs: [
    { name: "people.forget-challenges", everyMs: HOUR, run: deleteOldChallenges },
    { name: "people.forget-sessions", everyMs: HOUR, run: deleteOldSessions },
  ],
};
