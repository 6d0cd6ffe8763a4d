import { existsSync, readFileSync } from "node:fs";
import { isFromEnvFile } from "#platform/config/read-settings.ts";
import { CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { settingNames } from "./settings.ts";
import type { ReturnedData } from "#contract/command-data.ts";
import { settingsShow } from "#contract/operator-results.ts";

/** The settings whose values are shown. All other values stay hidden, because they may be secret. */
const shownNames: ReadonlySet<string> = new Set(
  `PORT HOST PUBLIC_URL API_URL SHOP_PROFILE NODE_ENV LOG_LEVEL DATA_DIR DRAIN_SECONDS TEST_PAYMENTS
   RAZORPAY_KEY_ID RAZORPAY_API_URL DATABASE_POOL RATE_LIMIT_LOOPBACK TRUST_PROXY CATALOGUE_DIR
   LOW_STOCK PAYMENT_TIMEOUT_MINUTES PICTURES_WARM PICTURES_STORAGE PICTURES_STORAGE_REGION CDN_SECONDS
   METRICS_PORT METRICS_HOST MAIL_FROM MAIL_TO OWNER_MAILS SIGN_IN_CLIENT_ID SIGN_IN_NAME
   SIGN_IN_ISSUER BACKUP_RECIPIENT DESK_URL`.split(/\s+/),
);

type ShownSetting = ReturnedData<typeof settingsShow>[number];

export function describeSettings(
  env: Readonly<Record<string, string | undefined>>,
  isFromFile: (name: string) => boolean = isFromEnvFile,
): ShownSetting[] {
  const explained = readExplanations();
  return settingNames.map((name): ShownSetting => {
    const { group = "", what = "", fallback = "" } = explained.get(name) ?? {};
    const envValue = env[name]?.trim() ? env[name] : undefined;
    const isInFile = Boolean(env[`${name}_FILE`]?.trim());
    const isSecret = !shownNames.has(name);
    const value = envValue ?? (isInFile ? null : fallback || null);
    return {
      name,
      group,
      value: isSecret && envValue !== undefined ? null : value,
      isSet: envValue !== undefined || isInFile,
      isSecret,
      from: isInFile
        ? "file"
        : envValue === undefined
          ? "default"
          : isFromFile(name)
            ? ".env"
            : "environment",
      what,
    };
  });
}

interface Explanation {
  group: string;
  what: string;
  fallback: string;
}

/** Reads the default of each variable, and the comment above it, from `.env.example`. */
function readExplanations(file = resolveFromRoot(".env.example")): Map<string, Explanation> {
  const explained = new Map<string, Explanation>();
  if (!existsSync(file)) return explained;
  let group = "";
  let words: string[] = [];
  for (const line of readFileSync(file, "utf8").split("\n")) {
    const heading = /^# --- (.+?) -+$/.exec(line)?.[1];
    const [, name, fallback = ""] = /^#([A-Z][A-Z_\d]*)=(.*)$/.exec(line) ?? [];
    if (heading !== undefined) group = heading;
    else if (name !== undefined) explained.set(name, { group, what: words.join(" "), fallback });
    else if (line === "" || line === "#") words = [];
    else words.push(line.replace(/^# ?/, ""));
  }
  return explained;
}

export const settingsCommand = defineCommand({
  ...settingsShow,
  onlyOwner: true,
  reads: true,
  summary: "Shows the settings and where they come from. A secret is only shown as set or not set.",
  args: [{ name: "name", summary: "only this setting, e.g. MAIL_TO", optional: true }],
  options: { all: { summary: "also list settings that are not set", flag: true } },
  examples: ["settings", "settings --all", "settings MAIL_TO"],
  run: async (_context, { args, options }) => {
    const name = args["name"]?.trim().toUpperCase();
    const every = describeSettings(process.env);
    const matches = every.filter((each) =>
      name === undefined ? options["all"] || each.isSet : each.name === name,
    );
    const [single] = matches;
    if (name !== undefined && !single)
      throw new CommandRefused(`There is no setting ${name}. To see all settings, leave out the name.`);
    return {
      ...(name !== undefined && single
        ? { facts: { [name]: formatValue(single), From: single.from }, message: single.what }
        : {
            columns: ["Setting", "Value", "From"],
            rows: matches.map((each) => [each.name, formatValue(each), each.from]),
            message: matches.length === 0 ? "All settings have their default values." : "",
          }),
      data: matches,
    };
  },
});

const formatValue = ({ value, isSet }: ShownSetting): string =>
  value ?? (isSet ? "set, not shown" : "not set");
