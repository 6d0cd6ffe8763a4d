import type { DescribedCommand } from "#platform/operator/protocol.ts";

/** The command that the open shop runs, or the command line while the shop is closed. */
export const describedBackupCreate = {
  noun: "backup",
  verb: "create",
  summary: "Writes everything the shop knows into one file, while it goes on selling.",
  args: [
    {
      name: "file",
      summary: "a new file, or a folder that is there; without it the folder backups beside the data",
      optional: true,
      kind: "new-file",
    },
  ],
  options: {
    keep: {
      summary:
        "what stays there: 48h,7d,5w,12m the newest of so many hours, days, weeks, months; 30 the newest 30",
    },
  },
  examples: [
    "backup create",
    "backup create /mnt/stick --keep 48h,7d,5w,12m",
    "backup create before-diwali.backup.gz",
  ],
} satisfies DescribedCommand;

/** The option of `check` that runs the checks of a start beside an open shop. */
export const BEFORE_OPENING = "before-opening";

/** The open shop runs it; the command line or the desk runs the checks of its requirements. */
export const describedCheck = {
  noun: "check",
  verb: "",
  reads: true,
  summary: "Checks the whole shop and lists what needs you; or all that it stands on, before it opens.",
  args: [],
  options: {
    offline: { summary: "ask neither payment provider, mail server nor the public address", flag: true },
    [BEFORE_OPENING]: {
      summary: "look at machine, settings and database as a start would; the shop may be closed",
      flag: true,
    },
  },
  examples: ["check", "check --json", "check --offline", "check --before-opening"],
} satisfies DescribedCommand;

/** Opens the desk in the command line's own process; server/cli/open-desk.ts. */
export const describedDesk: DescribedCommand = {
  noun: "desk",
  verb: "",
  summary: "Opens the owner's desk: a page on this machine, or at DESK_URL for people with passkeys.",
  args: [],
  options: {
    as: { summary: "your name, which the record of commands has beside each act" },
    role: {
      summary: "what it may do: a packer packs and sends, and sees no money",
      choices: ["owner", "manager", "packer"],
    },
    port: { summary: "its port on this machine (4400, or the next that is free)" },
    serve: { summary: "open it at DESK_URL behind a proxy, for people with passkeys", flag: true },
  },
  examples: ["desk", "desk --serve", 'desk --as "Asha"', 'desk --as "Ravi" --role packer --port 4410'],
};

/** The options with which a backup is decrypted and trusted. */
const opening = {
  identity: {
    summary: "for an encrypted one: the file with the secret key, as age-keygen writes it",
    kind: "file",
  },
  "signed-by": {
    summary: 'for one of another machine: the key it was "signed with", as backup create showed it',
  },
  unsigned: {
    summary: "take one that nobody has signed, as versions until November 2026 made them",
    flag: true,
  },
} satisfies DescribedCommand["options"];

/**
 * Commands that do not need the open shop: backups are verified and restored while it is closed, and made in the open
 * shop, or here while it is closed. A secret key is never sent to the shop.
 */
export const localCommands: readonly DescribedCommand[] = [
  describedDesk,
  describedBackupCreate,
  describedCheck,
  {
    noun: "completion",
    verb: "",
    summary: "Prints the script by which your shell completes commands, order numbers and products.",
    args: [{ name: "shell", summary: "which one you type in", choices: ["bash", "zsh", "fish"] }],
    options: {},
    reads: true,
    examples: ["completion bash", "completion fish"],
  },
  {
    noun: "init",
    verb: "",
    summary: "Copies the sample goods to a folder of your own, outside of the program, for a real shop.",
    args: [{ name: "folder", summary: "a new folder, or an empty one", kind: "folder" }],
    options: {},
    examples: ["init /srv/taruva-goods"],
  },
  {
    noun: "backup",
    verb: "verify",
    reads: true,
    summary:
      "Proves that a backup is whole: puts it into a database made for it, and checks the books there.",
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
    summary: "Puts a backup in the place of the closed shop's data, all of it or nothing.",
    args: [{ name: "file", summary: "the backup", kind: "file" }],
    options: opening,
    examples: [
      "backup restore data/backups/taruva-2026-11-20-090000.backup.gz",
      "backup restore taruva-2026-11-20-090000.backup.gz.age --identity /media/stick/backup.key",
    ],
  },
  {
    noun: "backup",
    verb: "key",
    summary: "Makes a pair of keys for encrypted backups: the secret one in a file, the public one for .env.",
    args: [
      {
        name: "file",
        summary: "a new file for the secret key, on a disk that the shop does not need",
        kind: "new-file",
      },
    ],
    options: {},
    examples: ["backup key /media/stick/backup.key"],
  },
];

/** Commands that the owner's desk executes itself. They only read. */
export const commandsOfDesk = [
  { ...describedCheck, onlyWith: BEFORE_OPENING },
  ...localCommands.filter(({ noun, verb }) => noun === "backup" && verb === "verify"),
];
