import { expect, test } from "vitest";
import { settingNames } from "./settings.ts";
import { describeSettings } from "./settings-command.ts";

const SECRET = "hunter2-and-more";

const find = (name: string, env: Record<string, string>, isFromFile = false) =>
  describeSettings(env, () => isFromFile).find((each) => each.name === name);

test("the values of secrets, and of settings that may contain secrets, are never shown (T24)", () => {
  const env = Object.fromEntries(settingNames.map((name) => [name, SECRET]));
  const shown = describeSettings(env, () => false);
  const names = shown.filter(({ value }) => value === SECRET).map(({ name }) => name);
  expect(names.filter((name) => /SECRET|TOKEN|PASS|HEADER|DATABASE_.*URL|SMTP/.test(name))).toEqual([]);
  expect(find("SMTP_URL", { SMTP_URL: SECRET })).toMatchObject({ value: null, isSet: true, isSecret: true });
  expect(find("SHOP_SECRET", { SHOP_SECRET_FILE: "/etc/x" })).toMatchObject({ value: null, from: "file" });
  expect(JSON.stringify(find("SHOP_SECRET", { SHOP_SECRET: SECRET }))).not.toContain(SECRET);
});

test("every setting has an explanation and a group", () => {
  expect(describeSettings({}).filter(({ what, group }) => what === "" || group === "")).toEqual([]);
});
