import * as v from "valibot";
import { readFile } from "node:fs/promises";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "#platform/context.ts";
import { getOrigin } from "#platform/http/origin.ts";
import { buildFramedPageHeaders } from "#platform/http/security-headers.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import {
  canPay,
  closeSession,
  createRefund,
  createSession,
  findSession,
  pay,
  readTestKeys,
  toProviderState,
  toRefundState,
} from "./bank.ts";
import type { SessionRow } from "./tables.ts";
import {
  type BankAnswer,
  isOtpAccepted,
  askCardBank,
  askUpiBank,
  testCards,
  testUpiIds,
} from "./test-cards.ts";
import { createHash, timingSafeEqual } from "node:crypto";
import { HttpRefusal } from "#platform/http/envelope.ts";
import type { ProviderSession, RefundState } from "../provider.ts";
import { html, type Html } from "#contract/html.ts";
import { links } from "#contract/links.ts";
import { formatRupees } from "#contract/money.ts";
import type { WindowMessage } from "../../payment.ts";

type SessionPageRequest = FastifyRequest<{ Params: { id: string }; Querystring: { after?: string } }>;

/** Serves the test provider under /pay. The shop uses it like a real one: by an HTTP API and signed webhooks. */
export async function serveTestProvider(app: FastifyInstance, context: Context): Promise<void> {
  await app.register(async (merchants) => serveProviderApi(merchants, context), { prefix: "/pay/api" });
  await app.register(async (customers) => serveWindow(customers, context), { prefix: "/pay" });
}

async function serveWindow(app: FastifyInstance, context: Context): Promise<void> {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string", bodyLimit: 4_096 },
    (_request, text, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(text))));
    },
  );
  await serveAssets(app, context);

  app.get("/:id", (request: SessionPageRequest, reply) => showWindow(context, request, reply));
  app.post("/:id/card", (request: SessionPageRequest, reply) => {
    return attemptPayment(context, request, reply, "card", readCard(request.body, context.now()));
  });
  app.post("/:id/upi", (request: SessionPageRequest, reply) =>
    attemptPayment(
      context,
      request,
      reply,
      "upi",
      askUpiBank(v.parse(formSchema, request.body).upi) ?? UNKNOWN_UPI,
    ),
  );
  app.post("/:id/otp", (request: SessionPageRequest, reply) => {
    const bankAnswer: BankAnswer = isOtpAccepted(v.parse(formSchema, request.body).otp)
      ? { kind: "captured", webhooks: "once" }
      : { kind: "declined", reason: "The one-time password was wrong." };
    return attemptPayment(context, request, reply, "card", bankAnswer);
  });
  app.post("/:id/cancel", (request: SessionPageRequest, reply) =>
    reply.redirect(`/pay/${encodeURIComponent(request.params.id)}?after=cancel`, 303),
  );
}

async function showWindow(context: Context, { params, query }: SessionPageRequest, reply: FastifyReply) {
  const session = await findSession(context, params.id);
  return show(context, reply, session ? renderSession(session, query.after, context.now()) : unknownPage);
}

/** Pays, then redirects, so that a reload does not pay again. `answer` is an error message if the form is invalid. */
async function attemptPayment(
  context: Context,
  request: SessionPageRequest,
  reply: FastifyReply,
  method: FormProblem["way"],
  answer: BankAnswer | string,
) {
  const { id } = request.params;
  if (typeof answer === "string") {
    const session = await findSession(context, id);
    const page =
      session && canPay(session, context.now())
        ? renderPayPage(session, { message: answer, way: method })
        : unknownPage;
    return show(context, reply.code(422), page);
  }
  const attempt = await pay(context, id, method, answer);
  return reply.redirect(
    `/pay/${encodeURIComponent(id)}${attempt === "failed" ? `?after=${method}` : ""}`,
    303,
  );
}

/** Renders a session's page. `redirect` is the URL parameter `after`: `card` or `upi` after a failure, or `cancel`. */
function renderSession(session: SessionRow, redirect: string | undefined, now: Date): string {
  if (session.state === "captured")
    return renderEndPage("captured", "Payment received", "Thank you. Your order is paid.");
  if (session.state === "processing") {
    return renderEndPage(
      "closed",
      "Payment under way",
      "Your bank is still processing the payment. Your order updates automatically as soon as it is paid.",
    );
  }
  if (!canPay(session, now))
    return renderEndPage(
      "closed",
      "No longer payable",
      "The time for this payment has ended. Nothing was charged.",
    );
  if (redirect === "cancel") {
    const state = session.failure === null ? "closed" : "failed";
    return renderEndPage(state, "Not paid", "Nothing was charged. You can pay later from your orders.");
  }
  if (session.state === "otp") return renderOtpPage(session);
  const failed = (redirect === "card" || redirect === "upi") && session.failure !== null;
  return renderPayPage(
    session,
    failed ? { message: `${session.failure} Nothing was charged; you can try again.`, way: redirect } : null,
  );
}

const show = ({ config }: Context, reply: FastifyReply, html: string) =>
  reply
    .headers(buildFramedPageHeaders(getOrigin(reply.request, config)))
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(html);

const ASSETS = "shop/payments/server/test-provider/assets";

async function serveAssets(app: FastifyInstance, { config }: Context): Promise<void> {
  for (const [name, type, folder] of [
    ["window.css", "text/css; charset=utf-8", ASSETS],
    ["window.js", "text/javascript; charset=utf-8", ASSETS],
    ["figtree.woff2", "font/woff2", "ui/fonts"],
    ["marcellus.woff2", "font/woff2", "ui/fonts"],
  ] as const) {
    const body = await readFile(resolveFromRoot(folder, name));
    app.get(`/assets/${name}`, (request, reply) =>
      reply
        .headers(buildFramedPageHeaders(getOrigin(request, config)))
        // Browsers request fonts with CORS, and only `*` allows the opaque origin of a sandboxed frame.
        .header("access-control-allow-origin", "*")
        .header("cache-control", "no-cache")
        .type(type)
        .send(body),
    );
  }
}

const field = v.fallback(v.pipe(v.string(), v.trim(), v.maxLength(60)), "");

const formSchema = v.fallback(
  v.object({ number: field, expiry: field, cvv: field, name: field, upi: field, otp: field }),
  { number: "", expiry: "", cvv: "", name: "", upi: "", otp: "" },
);

const UNKNOWN_CARD =
  "This is not one of the test cards. Please do not enter a real one. Your entry was not saved.";
const UNKNOWN_UPI =
  "This is not one of the test UPI IDs. Please do not enter a real one. Your entry was not saved.";

/** The card's data is not stored or logged. */
function readCard(body: unknown, now: Date): BankAnswer | string {
  const { number, expiry, cvv, name } = v.parse(formSchema, body);
  const bankAnswer = askCardBank(number);
  if (!bankAnswer) return UNKNOWN_CARD;
  if (!isInFuture(expiry, now)) return "Please write the expiry as MM/YY, in the future.";
  if (!/^\d{3,4}$/.test(cvv)) return "The CVV has 3 or 4 digits.";
  return name === "" ? "Please write the name on the card." : bankAnswer;
}

/** A card is valid until the end of its month. Returns false if the text is not a month. */
function isInFuture(expiry: string, now: Date): boolean {
  const [, month, year] = /^(0?[1-9]|1[0-2])\s*\/\s*(?:20)?(\d{2})$/.exec(expiry) ?? [];
  return (
    month !== undefined &&
    year !== undefined &&
    now.getTime() < Date.UTC(2000 + Number(year), Number(month), 1)
  );
}

const orderSchema = v.object({
  reference: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  amountPaise: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.literal("INR"),
  description: v.pipe(v.string(), v.maxLength(200)),
  expiresAt: v.pipe(v.string(), v.isoTimestamp()),
});

const refundSchema = v.object({
  sessionId: v.pipe(v.string(), v.maxLength(64)),
  reference: v.pipe(v.string(), v.nonEmpty(), v.maxLength(64)),
  amountPaise: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  currency: v.literal("INR"),
});

function serveProviderApi(app: FastifyInstance, context: Context): void {
  app.addHook("onRequest", async (request) => {
    const { apiKey } = await readTestKeys(context);
    if (!isSame(request.headers.authorization ?? "", `Bearer ${apiKey}`))
      throw new HttpRefusal(401, "unauthorized", "This API key is not known.");
  });
  app.post("/sessions", async ({ body }): Promise<ProviderSession> => {
    const sessionId = await createSession(context, readRequest(orderSchema, body));
    return { sessionId, address: `/pay/${sessionId}` };
  });
  app.get("/sessions/:id", (request) =>
    findSession(context, getId(request)).then(requireSession).then(toProviderState),
  );
  app.post("/sessions/:id/close", (request) =>
    closeSession(context, getId(request)).then(requireSession).then(toProviderState),
  );
  app.post("/refunds", async ({ body }): Promise<RefundState> => {
    const refund = await createRefund(context, readRequest(refundSchema, body));
    if (!refund) throw new HttpRefusal(409, "too_much", "The refund is more than the payment.");
    return toRefundState(refund);
  });
}

function readRequest<T>(schema: v.GenericSchema<unknown, T>, body: unknown): T {
  const request = v.safeParse(schema, body);
  if (!request.success)
    throw new HttpRefusal(400, "invalid", "This request for a test payment is not valid.");
  return request.output;
}

const getId = (request: FastifyRequest): string => (request.params as { id: string }).id;

function requireSession(session: SessionRow | null): SessionRow {
  if (!session) throw new HttpRefusal(404, "not_found", "There is no such session.");
  return session;
}

/** Compares hashes in constant time, so that the response time reveals nothing about the key. */
const isSame = (first: string, other: string): boolean => timingSafeEqual(hashOf(first), hashOf(other));
const hashOf = (text: string) => createHash("sha256").update(text).digest();

interface FormProblem {
  message: string;
  way: "card" | "upi";
}

/** After an error, the fields are empty again. */
function renderPayPage(session: SessionRow, problem: FormProblem | null): string {
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

const renderOtpPage = (session: SessionRow): string =>
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

const renderEndPage = (
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

const unknownPage = renderEndPage(
  "closed",
  "No such payment",
  "This payment does not exist or has ended. Nothing was charged.",
);
