import { expect } from "@playwright/test";
import type { Shop } from "./shop.ts";

/** The newest mail to someone with this subject, as the operator can read it where there is no mail server. */
export async function waitForMail(
  shop: Shop,
  email: string,
  about: RegExp,
): Promise<{ subject: string; text: string }> {
  let mail = { subject: "", text: "" };
  const readSubject = async () => {
    const { code, output } = await shop.operator("mail", "last", "--to", email, "--json");
    if (code === 0) mail = JSON.parse(output) as typeof mail;
    return mail.subject;
  };
  // The paper that comes with it is made first, and each look starts a process.
  await expect.poll(readSubject, { timeout: 30_000 }).toMatch(about);
  return mail;
}
