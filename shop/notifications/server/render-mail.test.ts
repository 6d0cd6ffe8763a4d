import { expect, test } from "vitest";
import { writePasswordChangedMail } from "./mails/password-changed.ts";
import { mailKinds, writeSampleMail } from "./mail-list.ts";
import { renderMail } from "./render-mail.ts";

const sender = { tradeName: "Taruva", website: "https://shop.example", email: "hello@shop.example" };

test("typed text is escaped in an HTML mail and is never markup", () => {
  const { html, text } = renderMail(writePasswordChangedMail(`<img src=x onerror="1">`), sender);
  expect(html).not.toContain("<img src=x");
  expect(text).toContain(`Hello <img src=x onerror="1">,`);
});

test("links in a mail use the shop's public URL", () => {
  const { html, text } = renderMail(writePasswordChangedMail("Asha"), sender);
  expect(html).toContain('href="https://shop.example/forgot-password"');
  expect(text).toContain("This wasn't me: https://shop.example/forgot-password");
});

test("an order number in a sentence of a mail stays on one line", () => {
  const mail = { ...writePasswordChangedMail("Asha"), paragraphs: ["Your order TRV-R36289 is on its way."] };
  const { html, text } = renderMail(mail, sender);
  expect(html).toContain('order <span style="white-space:nowrap">TRV-R36289</span> is on its way.');
  expect(text).toContain("Your order TRV-R36289 is on its way.");
});

test("the plain text and the HTML of a mail have the same words", () => {
  const sample = { products: [], seller: null, now: new Date("2026-11-20T09:00:00.000Z") };
  for (const { kind } of mailKinds) {
    const mail = writeSampleMail(kind, sample);
    const { text, html } = renderMail(mail, sender);
    const expectedTexts = [
      mail.heading,
      ...mail.paragraphs,
      ...(mail.facts ?? []).flatMap(({ label, value }) => [label, value]),
      ...(mail.goods?.items ?? []).flatMap(({ title, amounts }) => [title, amounts?.total ?? ""]),
      ...(mail.goods?.totals ?? []).flatMap(({ label, value }) => [label, value]),
      ...(mail.shipTo ?? []),
      ...(mail.next ?? []),
      mail.action?.label ?? "",
      mail.footnote ?? "",
      mail.why,
    ];
    const plain = html
      .replaceAll("&#39;", "'")
      .replaceAll(/<span style="white-space:nowrap">([A-Z]+-\w+)<\/span>/g, "$1");
    for (const words of expectedTexts) {
      expect(text).toContain(words);
      expect(plain).toContain(words);
    }
  }
});
