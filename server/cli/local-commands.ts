import { ONE_FILE } from "#contract/operator-results.ts";
import type { DescribedCommand } from "#platform/operator/protocol.ts";

/** The running shop runs this command. If the shop is closed, the command line runs it in its own process. */
export const describedBackupCreate = {
  noun: "backup",
  verb: "create",
  summary: "Makes a backup of all data and pictures while the shop stays open.",
  args: [
    {
      name: "file",
      summary: "a new file or an existing folder; by default, the folder backups in the data folder",
      optional: true,
      kind: "new-file",
    },
  ],
  options: {
    keep: {
      summary:
        "the backups to keep: 48h,7d,5w,12m for hours, days, weeks and months, or 30 for the newest 30",
    },
    [ONE_FILE]: {
      summary: "also put the pictures into the file; without it, they are in the folder pictures beside it",
      flag: true,
    },
  },
  examples: [
    "backup create",
    "backup create /mnt/stick --keep 48h,7d,5w,12m",
    "backup create before-diwali.backup.gz --one-file",
  ],
} satisfies DescribedCommand;

export const BEFORE_OPENING = "before-opening";

/** The running shop runs this check. With `--before-opening`, the command line runs it in its own process. */
export const describedCheck = {
  noun: "check",
  verb: "",
  reads: true,
  summary:
    "Checks the whole shop and lists problems. With --before-opening: its machine, settings and database only.",
  args: [],
  options: {
    offline: { summary: "skip the payment provider, the mail server and the public address", flag: true },
    [BEFORE_OPENING]: {
      summary: "run the start-up checks: machine, settings and database; also while the shop is closed",
      flag: true,
    },
  },
  examples: ["check", "check --json", "check --offline", "check --before-opening"],
} satisfies DescribedCommand;

export const describedDesk: DescribedCommand = {
  noun: "desk",
  verb: "",
  summary: "Opens the owner's desk: a page on this machine, or at DESK_URL for people with passkeys.",
  args: [],
  options: {
    as: { summary: "your name, which is recorded with each command that you run" },
    role: {
      summary: "the role at the desk; a packer packs and sends orders and sees no amounts",
      choices: ["owner", "manager", "packer"],
    },
    port: { summary: "the port on this machine (by default 4400 or the next free one)" },
    serve: { summary: "open the desk at DESK_URL behind a proxy, for people with passkeys", flag: true },
  },
  examples: ["desk", "desk --serve", 'desk --as "Asha"', 'desk --as "Ravi" --role packer --port 4410'],
};

export const ONLY_PICTURES = "only-pictures";
export const NEXT_NUMBER = "next-number";

const opening = {
  identity: {
    summary: "the file with the secret key of an encrypted backup, in the format of age-keygen",
    kind: "file",
  },
  "signed-by": {
    summary:
      'for a backup of another machine: the key after "signed with" in the output of `backup create` there',
  },
} satisfies DescribedCommand["options"];

/**
 * The commands that the command line runs in its own process, for example because a restore needs the shop closed, or
 * because the shop must not receive secret keys. An open shop runs `backup create`, and `check` without
 * `--before-opening`, itself.
 */
export const localCommands: readonly DescribedCommand[] = [
  describedDesk,
  describedBackupCreate,
  describedCheck,
  {
    noun: "init",
    verb: "",
    summary: "Copies the sample catalogue to your own folder outside of the program, for a real shop.",
    args: [{ name: "folder", summary: "a new folder, or an empty one", kind: "folder" }],
    options: {},
    examples: ["init /srv/taruva-goods"],
  },
  {
    noun: "backup",
    verb: "verify",
    reads: true,
    summary:
      "Verifies a backup: restores it into a temporary database, checks the books, and reads all pictures.",
    args: [{ name: "file", summary: "the backup", kind: "file" }],
    options: opening,
    examples: [
      "backup verify data/backups/taruva-2026-11-20-090000.backup.gz",
      "backup verify taruva-2026-11-20-090000.backup.gz.age --identity /media/stick/backup.key",
    ],
  },
  {
    noun: "backup",
    verb: "restore",
    summary: "Replaces the data of the closed shop with a backup, completely or not at all.",
    args: [{ name: "file", summary: "the backup", kind: "file" }],
    options: {
      ...opening,
      [ONLY_PICTURES]: {
        summary: "put only the pictures back, for example after pgBackRest has restored the database",
        flag: true,
      },
      [NEXT_NUMBER]: {
        summary:
          "the next number of invoices, credit notes or challans, if customers have later ones: 26-27/000131",
        many: true,
      },
    },
    examples: [
      "backup restore data/backups/taruva-2026-11-20-090000.backup.gz --next-number 26-27/000131",
      "backup restore taruva-2026-11-20-090000.backup.gz.age --identity /media/stick/backup.key",
    ],
  },
  {
    noun: "backup",
    verb: "key",
    summary: "Creates a key pair for encrypted backups: the secret key in a file, the public key for .env.",
    args: [
      {
        name: "file",
        summary: "a new file for the secret key, on another disk than the shop's",
        kind: "new-file",
      },
    ],
    options: {},
    examples: ["backup key /media/stick/backup.key"],
  },
];

export const commandsOfDesk = [
  { ...describedCheck, onlyWith: BEFORE_OPENING },
  ...localCommands.filter(({ noun, verb }) => noun === "backup" && verb === "verify"),
];
