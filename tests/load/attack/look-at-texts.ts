import type { Browser, Page } from "@playwright/test";
import type { Shop } from "../../support/shop.ts";
import { findPlanted, waitUntilShown, watchForScripts } from "./hostile-texts.ts";
import type { Planted } from "./plant-texts.ts";
import { listMails } from "./victim.ts";
import { ARRIVED, lookAsCustomer, lookAtInvoice } from "./look-as-customer.ts";

/** Browsers that look at the same time. */
export const READERS = 2;

/** All screens that can show a text of this customer, or one that came in the address or in a form. */
export async function lookEverywhere(browser: Browser, shop: Shop, customer: Planted): Promise<string[]> {
  const context = await browser.newContext({ baseURL: shop.url });
  try {
    const seen = await watchForScripts(context);
    const page = await context.newPage();
    page.on("dialog", (dialog) => {
      seen.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const looked = [
      ...(await lookAsGuest(page, customer.text)),
      ...(await lookAsCustomer(context, page, shop, customer)),
    ];
    return [...looked, ...seen, ...(await lookAtInvoice(page))];
  } finally {
    await context.close();
  }
}

async function lookAsGuest(page: Page, text: string): Promise<string[]> {
  const typed = encodeURIComponent(text);
  const found: string[] = [];
  for (const path of [
    `/products?category=${typed}&sortOption=${typed}`,
    `/products?collection=${typed}&minPrice=${typed}`,
    `/product-info/${typed}`,
    `/log-in?redirect=${typed}&after=${typed}`,
    `/forgot-password#email=${typed}&code=${typed}`,
    `/${typed}`,
  ]) {
    await page.goto(path, ARRIVED);
    found.push(...(await findPlanted(page)));
  }
  for (const [path, form] of [
    ["/contact-us", "contact"],
    ["/log-in", "login"],
    ["/sign-up", "registration"],
  ] as const) {
    await page.goto(path, ARRIVED);
    await Promise.all([
      page.waitForEvent("domcontentloaded"),
      page.evaluate(submitPlainForm, { form, text }),
    ]);
    await waitUntilShown(page, text);
    found.push(...(await findPlanted(page)));
  }
  return found;
}

/** As a browser without scripts sends it: the page comes back with what was typed. */
function submitPlainForm({ form, text }: { form: string; text: string }): void {
  const element = document.createElement("form");
  element.method = "post";
  const names = ["name", "email", "message", "firstName", "lastName", "address.street", "phoneNumber"];
  for (const [name, value] of [["form", form], ...names.map((name) => [name, text])]) {
    const input = document.createElement("input");
    Object.assign(input, { name, value });
    element.append(input);
  }
  document.body.append(element);
  element.submit();
}

/** Mails are looked at where no policy protects anyone. */
export async function lookAtMails(browser: Browser, shop: Shop): Promise<string[]> {
  const context = await browser.newContext();
  const seen = await watchForScripts(context);
  const page = await context.newPage();
  const found: string[] = [];
  for (const mail of listMails(shop)) {
    const html = /<!doctype html>[\s\S]*<\/html>/.exec(mail)?.[0] ?? "";
    await page.setContent(html, { waitUntil: "commit" });
    found.push(...(await findPlanted(page)));
  }
  await context.close();
  return [...found, ...seen];
}
