import path from "node:path";
import type { Config } from "../config/config.ts";
import type { Log } from "../observe/log.ts";
import type { RestoreTarget } from "./restore-target.ts";
import { takeFolder } from "./restore-folder.ts";
import { takeServer } from "./restore-server.ts";

type Where = Pick<Config, "databaseUrl" | "dataDir">;

/** Takes the place for a restore. @throws BackupRefused while the shop is open */
export const lockRestoreTarget = (config: Where, now: Date, log: Log): Promise<RestoreTarget> =>
  config.databaseUrl === undefined
    ? takeFolder(path.join(config.dataDir, "pg"), formatStamp(now), log)
    : takeServer(config.databaseUrl, formatStamp(now));

/** `2026-11-20-090000`, by the clock of Greenwich: part of names. */
export const formatStamp = (now: Date): string =>
  now.toISOString().slice(0, 19).replace("T", "-").replaceAll(":", "");
