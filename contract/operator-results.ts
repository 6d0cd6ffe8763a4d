import * as v from "valibot";
import { defineCommandData, moment } from "./command-data.ts";

/* The data of commands that belong to no feature. */

/** The changes that can be taken back, newest first. */
export const undoList = defineCommandData(
  "undo",
  "",
  v.array(
    v.object({
      number: v.number(),
      kind: v.string(),
      summary: v.string(),
      osUser: v.string(),
      changedAt: moment,
      until: moment,
    }),
  ),
);

/** The backups in the folder beside the data, newest first, and when the last one was made. */
export const backupList = defineCommandData(
  "backup",
  "list",
  v.object({
    last: v.nullable(moment),
    lastElsewhere: v.nullable(moment),
    lastVerified: v.nullable(moment),
    /** True after two days without a backup, and before the first. */
    isOld: v.boolean(),
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
  }),
);

/** The settings with their source and purpose, without secrets. */
export const settingsShow = defineCommandData(
  "settings",
  "show",
  v.array(
    v.object({
      name: v.string(),
      /** The group in `.env.example`: Address, Data … */
      group: v.string(),
      /** The current value; null if it is not set or not shown. */
      value: v.nullable(v.string()),
      isSet: v.boolean(),
      isSecret: v.boolean(),
      from: v.picklist(["environment", ".env", "file", "default"]),
      what: v.string(),
    }),
  ),
);
