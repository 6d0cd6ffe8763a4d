import { html, type Html } from "#contract/html.ts";
import { formatRupees } from "#contract/money.ts";
import type { SessionRow } from "./tables.ts";

/** The provider's name is the heading of a page that has no other. */
export const renderHead = ({ amount, description }: SessionRow, name: "h1" | "p"): Html =>
  html`<header>
    ${name === "h1" ? html`<h1>${NAME}</h1>` : html`<p>${NAME}</p>`}
    <p><span class="amount">${formatRupees(amount)}</span><small>${description}</small></p>
  </header>`;

export const renderPage = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Test payments</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/pay/assets/window.css" />
        <script src="/pay/assets/window.js" defer></script>
      </head>
      <body>
        ${body}
      </body>
    </html>`.text;

const NAME = html`Test payments<small>No real money moves</small>`;
