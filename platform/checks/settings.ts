import type { Risk } from "#contract/operator-results.ts";
import { deskLinks } from "#contract/desk-links.ts";
import type { CheckInput, Note } from "./check.ts";
import { type Finding, toFindings } from "./finding.ts";

export async function checkSettings(
  { config }: Pick<CheckInput["settings"], "config">,
  note: Note,
): Promise<Finding[]> {
  const { profile, smtpUrl, mailFrom, publicUrl, backupRecipient } = config;
  note(`${profile === "demo" ? "a demonstration" : "a real shop"} at ${publicUrl}`);
  return [
    ...toSettingFindings([
      [profile === "demo", "SHOP_PROFILE=production", "the shop runs as a demonstration", "other"],
      [smtpUrl === undefined, "SMTP_URL", "e-mails are only written to files"],
      [mailFrom.includes("@localhost"), "MAIL_FROM", "customers cannot answer the shop's e-mails"],
      [
        !publicUrl.startsWith("https:"),
        "PUBLIC_URL",
        `customers use ${publicUrl}, which is not encrypted`,
        "data",
      ],
    ]),
    ...toFindings([
      [
        profile !== "demo" && backupRecipient === undefined,
        "BACKUP_RECIPIENT",
        "backups are not encrypted: anybody who gets one can read your customers' names, addresses and orders",
        "Create a key pair on another disk and set BACKUP_RECIPIENT to its public key, see docs/owners/backups.md",
      ],
    ]).map((finding) => ({ ...finding, risk: "data" as const })),
  ];
}

/** `setting` is the name of a setting, or a line of .env if only one value solves the problem. */
export const toSettingFindings = (
  conditions: readonly [holds: boolean, setting: string, what: string, risk?: Risk][],
): Finding[] =>
  conditions.flatMap(([holds, setting, what, risk]) => {
    const [name = ""] = setting.split("=");
    return holds
      ? [
          {
            about: name,
            what,
            remedy: `Set ${setting}, see .env.example`,
            screen: deskLinks.setting(name),
            ...(risk && { risk }),
          },
        ]
      : [];
  });
