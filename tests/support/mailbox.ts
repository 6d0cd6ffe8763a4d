import { expect } from "@playwright/test";
import type { Shop } from "./shop.ts";

/** The newest mail to somebody, as the operator can read it where there is no mail server. */
export async function mailTo(shop: Shop, email: string): Promise<{ subject: string; text: string }> {
  let mail = { to: "", subject: "", text: "" };
  await expect
    .poll(async () => {
      const { code, output } = await shop.operator("mail", "last", "--json");
      if (code === 0) mail = JSON.parse(output) as typeof mail;
      return mail.to;
    })
    .toBe(email);
  return mail;
}
