import * as v from "valibot";
import { defineCommandData, moment } from "./command-data.ts";

/* The results of operator commands that belong to no feature. */

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

export const backupList = defineCommandData(
  "backup",
  "list",
  v.object({
    last: v.nullable(moment),
    lastElsewhere: v.nullable(moment),
    lastVerified: v.nullable(moment),
    /** True if there is no backup, or if the last one is more than two days old. */
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

export const settingsShow = defineCommandData(
  "settings",
  "show",
  v.array(
    v.object({
      name: v.string(),
      /** The heading of the setting's group in `.env.example`. */
      group: v.string(),
      /** Null if it is not set or not shown. */
      value: v.nullable(v.string()),
      isSet: v.boolean(),
      isSecret: v.boolean(),
      from: v.picklist(["environment", ".env", "file", "default"]),
      what: v.string(),
    }),
  ),
);
