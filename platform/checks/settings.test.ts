import { expect, test } from "vitest";
import type { Config } from "../config/config.ts";
import { readConfig } from "../../tests/support/settings.ts";
import { checkSettings } from "./settings.ts";

const inOrder: Partial<Config> = {
  profile: "production",
  smtpUrl: "smtps://mail.test",
  mailFrom: "Taruva <shop@taruva.test>",
  publicUrl: "https://taruva.test",
  backupRecipient: "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p",
};

const check = (changed: Partial<Config>) =>
  checkSettings({ config: { ...readConfig({}), ...inOrder, ...changed } }, () => {});

test("the settings check reports a missing public key for backups in production, but not in a demo", async () => {
  expect(await check({ backupRecipient: undefined })).toMatchObject([
    { about: "BACKUP_RECIPIENT", remedy: expect.stringContaining("docs/owners/backups.md") as unknown },
  ]);
  expect(await check({ backupRecipient: undefined, profile: "demo" })).toMatchObject([
    { about: "SHOP_PROFILE", remedy: "Set SHOP_PROFILE=production, see .env.example" },
  ]);
});
