import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { formatRupees } from "#contract/money.ts";
import type { WindowMessage } from "../../payment.ts";
import type { SessionRow } from "./tables.ts";
import { testCards, testUpiIds } from "./test-cards.ts";

export interface FormProblem {
  message: string;
  way: "card" | "upi";
}

/** The form never contains what the customer typed before. */
export function renderPayPage(session: SessionRow, problem: FormProblem | null): string {
  const chosenMethod = problem?.way ?? "card";
  return renderPage(
    "Pay",
    html`${renderHead(session, "h1")}
      <main>
        ${problem ? html`<p role="alert">${problem.message}</p>` : ""}
        <div role="tablist" aria-label="How to pay">
          ${renderTab("card", "Card", chosenMethod)} ${renderTab("upi", "UPI", chosenMethod)}
        </div>
        <section ${describePanel("card", chosenMethod)}>
          <form method="post" action="/pay/${session.id}/card" autocomplete="off">
            <label
              >Card number <input id="number" name="number" inputmode="numeric" required maxlength="23"
            /></label>
            <div class="pair">
              <label
                >Expiry (MM/YY)
                <input name="expiry" inputmode="numeric" required maxlength="7" placeholder="12/30"
              /></label>
              <label
                >CVV <input name="cvv" inputmode="numeric" required maxlength="4" placeholder="123"
              /></label>
            </div>
            <label>Name on card <input name="name" required maxlength="60" /></label>
            <button>Pay ${formatRupees(session.amount)}</button>
          </form>
          ${renderHints("number", "Test cards", testCards, "Any future expiry, CVV and name will do.")}
        </section>
        <section ${describePanel("upi", chosenMethod)}>
          <form method="post" action="/pay/${session.id}/upi" autocomplete="off">
            <label
              >UPI ID <input id="upi" name="upi" required maxlength="60" placeholder="name@bank"
            /></label>
            <button>Pay ${formatRupees(session.amount)}</button>
          </form>
          ${renderHints("upi", "Test UPI IDs", testUpiIds)}
        </section>
        ${cancelForm(session)}
      </main>`,
  );
}

const renderTab = (method: FormProblem["way"], label: string, chosen: FormProblem["way"]): Html =>
  html`<button
    type="button"
    role="tab"
    id="tab-${method}"
    aria-controls="panel-${method}"
    aria-selected="${method === chosen ? "true" : "false"}"
    ${method === chosen ? "" : html`tabindex="-1"`}
  >
    ${label}
  </button>`;

const describePanel = (method: FormProblem["way"], chosen: FormProblem["way"]): Html =>
  html`role="tabpanel" id="panel-${method}" aria-labelledby="tab-${method}"
  ${method === chosen ? "" : "hidden"}`;

export const renderOtpPage = (session: SessionRow): string =>
  renderPage(
    "One-time password",
    html`${renderHead(session, "p")}
      <main>
        <h1>One-time password</h1>
        <p>Your bank asks for a one-time password. In test mode any 4 to 10 digits will do.</p>
        <form method="post" action="/pay/${session.id}/otp" autocomplete="off">
          <label>One-time password <input name="otp" inputmode="numeric" required maxlength="12" /></label>
          <button>Pay ${formatRupees(session.amount)}</button>
        </form>
        ${cancelForm(session)}
      </main>`,
  );

export const renderEndPage = (
  state: Exclude<WindowMessage["state"], "open" | "leaving">,
  title: string,
  message: string,
): string =>
  renderPage(
    title,
    html`<main data-state="${state}">
      <h1>${title}</h1>
      <p>${message}</p>
      <p><a class="button" href="${links.orders}" target="_top">Back to your orders</a></p>
    </main>`,
  );

const renderHints = (
  field: string,
  title: string,
  numbers: readonly { number: string; hint: string }[],
  note = "",
): Html =>
  html`<details class="hints">
    <summary>${title}</summary>
    ${note && html`<p>${note}</p>`}
    <ul>
      ${numbers.map(({ number, hint }) => html`<li><span data-fills="${field}">${number}</span> ${hint}</li>`)}
    </ul>
  </details>`;

const cancelForm = ({ id }: SessionRow): Html =>
  html`<form method="post" action="/pay/${id}/cancel"><button class="quiet">Cancel payment</button></form>`;

/** The provider's name is the heading of a page that has no other heading. */
const renderHead = ({ amount, description }: SessionRow, name: "h1" | "p"): Html =>
  html`<header>
    ${name === "h1" ? html`<h1>${NAME}</h1>` : html`<p>${NAME}</p>`}
    <p><span class="amount">${formatRupees(amount)}</span><small>${description}</small></p>
  </header>`;

const renderPage = (title: string, body: Html): string =>
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
