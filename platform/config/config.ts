import type { InferOutput } from "valibot";
import type { cdnSettings } from "../cache/shared-cache.ts";
import type { storageSettings } from "../storage/object-storage.ts";
import type { SettingFile } from "./read-settings.ts";
import type * as settings from "./settings.ts";

/** All settings from the environment, read once at start. Features add their own in `settings.ts`. */
export interface Config
  extends
    InferOutput<typeof settings.addressSettings>,
    InferOutput<typeof settings.processSettings>,
    InferOutput<typeof settings.databaseSettings>,
    InferOutput<typeof settings.proxySettings>,
    InferOutput<typeof settings.metricsSettings>,
    InferOutput<typeof settings.mailSettings>,
    InferOutput<typeof settings.securitySettings>,
    InferOutput<typeof storageSettings>,
    InferOutput<typeof cdnSettings> {
  settingFiles: readonly SettingFile[];
}
