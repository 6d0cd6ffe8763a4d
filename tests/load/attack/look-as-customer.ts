import { readFile } from "node:fs/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { links } from "#contract/links.ts";
import { readProfile } from "#shop/accounts/endpoints.ts";
import { storeSession } from "../../support/visitors.ts";
import type { Shop } from "../../support/shop.ts";
import { findPlanted, waitUntilShown } from "./hostile-texts.ts";
import type { Planted } from "./plant-texts.ts";
import { expectDone } from "./victim.ts";

export async function lookAsCustomer(
  context: BrowserContext,
  page: Page,
  shop: Shop,
  { text, orderId, accessToken, refreshToken, email, password }: Planted,
): Promise<string[]> {
  const { user } = (await expectDone(shop, readProfile.path, undefined, { token: accessToken })) as {
    user: { _id: string };
  };
  const orders = { unpaid: orderId, paid: orderId, cancelling: orderId };
  await storeSession(context, { email, password, user, accessToken, refreshToken, orders });
  const found: string[] = [];
  for (const [path, shown] of [
    [links.home, text],
    [links.profile, text],
    [links.address, text],
    [links.checkout, text],
    [links.orders, orderId],
    [links.orderDetails(orderId), text],
  ] as const) {
    await page.goto(path, ARRIVED);
    await waitUntilShown(page, shown);
    found.push(...(await findPlanted(page)));
  }
  return found;
}

/** The document holds text and nothing that runs. */
export async function lookAtInvoice(page: Page): Promise<string[]> {
  const arriving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download invoice (PDF)" }).click();
  const file = await arriving;
  const document = await getDocument({ data: new Uint8Array(await readFile(await file.path())) }).promise;
  const first = await document.getPage(1);
  const running = [
    await document.getJSActions(),
    // Where a reader begins to read is not an action.
    (await document.getOpenAction())?.get("action") ?? null,
    await document.getAttachments(),
    await first.getJSActions(),
    (await first.getAnnotations()).length || null,
  ].filter((each) => each !== null);
  return [
    ...running.map((each) => `the invoice: ${JSON.stringify(each)}`),
    ...(/^[\w-]+\.pdf$/.test(file.suggestedFilename()) ? [] : [`a file named ${file.suggestedFilename()}`]),
  ];
}

/** Pictures are not waited for. */
export const ARRIVED = { waitUntil: "domcontentloaded" } as const;
