import * as v from "valibot";
import {
  defineCommandData,
  defineCommandList,
  defineCommandObject,
  moment,
  openObject,
} from "./command-data.ts";

/* The results of commands that are not part of a feature in `shop/`. */

export const undoableChange = v.object({
  number: v.number(),
  summary: v.string(),
  osUser: v.string(),
  changedAt: moment,
  until: moment,
});

/** The parts of the shop whose desk screens list the changes that can be undone. */
export const changeSubjects = ["home", "shop", "seller", "selling", "taxes", "texts"] as const;

export type ChangeSubject = (typeof changeSubjects)[number];

export const undoList = defineCommandList("undo", { ...undoableChange.entries, kind: v.string() });

/** The entries of the audit log, newest first: logins of customers and commands of operators. */
export const auditList = defineCommandList("audit", {
  at: moment,
  until: v.optional(moment),
  by: v.optional(v.string()),
  command: v.optional(v.string()),
  /** The values of the command's arguments and options. Personal ones are replaced with `(given)`. */
  entered: v.optional(v.record(v.string(), v.string())),
  outcome: v.optional(v.string()),
  reason: v.optional(v.string()),
  who: v.string(),
  what: v.string(),
  from: v.string(),
});

export const finding = {
  /** The file, product, order or setting that has the problem. */
  about: v.string(),
  /** The label that the desk shows instead of `about`. */
  name: v.exactOptional(v.string()),
  /** A detail that is still a sample, or a statement that the owner must confirm. */
  kind: v.exactOptional(v.picklist(["sample", "statement"])),
  what: v.string(),
  /** The next step for the owner, without a final period. */
  remedy: v.string(),
  /** The path of the desk screen where the owner can solve the problem. */
  screen: v.exactOptional(v.string()),
  /** If the text on `screen` contradicts a rule: the path of the screen with this rule. */
  rule: v.exactOptional(v.string()),
};

/** The kinds of damage that a problem can cause, worst first. */
export const risks = ["orders", "data", "law", "other"] as const;

export type Risk = (typeof risks)[number];

export const checkResult = defineCommandObject("check", {
  /** `subject` is the name of the check. */
  problems: v.array(v.object({ ...finding, risk: v.picklist(risks), subject: v.string() })),
  /** The subjects without a problem. `note` is a fact about the subject, or empty. */
  passed: v.array(v.object({ name: v.string(), note: v.string() })),
});

export const pagePreview = defineCommandData("preview", openObject({ html: v.string() }));

/** The option of `backup create` that puts the pictures into the file too. */
export const ONE_FILE = "one-file";

export const backupList = defineCommandObject("backup list", {
  last: v.nullable(moment),
  /** The time of the last backup with pictures that was copied to another device. */
  lastElsewhere: v.nullable(moment),
  /** True if no backup exists, or if the last backup is at least two days old. */
  isOld: v.boolean(),
  isElsewhereOld: v.boolean(),
  folder: v.string(),
  files: v.array(
    v.object({
      name: v.string(),
      file: v.string(),
      bytes: v.number(),
      madeAt: moment,
      verifiedAt: v.nullable(moment),
      isEncrypted: v.boolean(),
    }),
  ),
});

export const settingsShow = defineCommandList("settings", {
  name: v.string(),
  group: v.string(),
  /** The value or the default of the setting. Null if it has neither or is hidden. */
  value: v.nullable(v.string()),
  isSet: v.boolean(),
  isSecret: v.boolean(),
  from: v.picklist(["environment", ".env", "file", "default"]),
  what: v.string(),
});
