import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyReply } from "fastify";
import * as v from "valibot";
import { formatDateTime } from "#contract/dates.ts";
import { html, type Html, joinLines } from "#contract/html.ts";
import { isWellFormedText, UNSTORABLE_TEXT, toPrintable } from "#contract/text.ts";
import { isMailLinkRevoked, LINKS_REVOKED } from "#platform/operator/mail-links.ts";
import { CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { toRefusal } from "#platform/http/envelope.ts";
import { type OpenedLink, renderLinkField, serveLinkPage, buildLinkHref } from "#platform/pages/link-page.ts";
import { type PlainPage, sendPlainPage } from "#platform/pages/plain-page.ts";
import { type Ended, MAIL_LINK, recordCommand } from "#platform/operator/audit.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { calculateDispatchDay, formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import { textUpTo, listShipToLines } from "#shop/orders/recipient.ts";
import { listCourierNames, LONGEST_TRACKING_TEXT } from "./known-couriers.ts";
import { describeWait, describeGift } from "#shop/orders/gift.ts";
import { getItemTitle, type Order, type Tracking } from "#shop/orders/order.ts";
import {
  describeDispatchRefusal,
  serializeOrders,
  describeParcel,
  orders,
  renderHeading,
  renderOrderHeading,
  renderParcel,
  renderPieces,
  toTransitionState,
} from "#shop/orders/server/index.ts";
import { dispatchOrder } from "./dispatch-order.ts";
import { getOwnCouriers } from "#shop/seller/server/index.ts";
import { DAY, SECOND } from "#contract/time.ts";
import { readSignedLink } from "#platform/http/signed-link.ts";

/** The page that marks one order as dispatched, by the signed link in the owner's mail. */
export const DISPATCH_PATH = "/dispatch";

/** Days for which a dispatch link works, unless the order is shipped or cancelled before. */
export const DISPATCH_LINK_DAYS = 7;

const ABOVE = "To pack";

/** The owner's input on the page of a dispatch link. */
interface DispatchForm {
  link: string;
  /** A name of the list, or `OTHER_COURIER`. */
  courier: string;
  /** The courier's name where it is not of the list. */
  other: string;
  number: string;
}

type DispatchErrors = Partial<Record<Exclude<keyof DispatchForm, "link">, string>>;

const OTHER_COURIER = "*";

/**
 * Serves the page on which the owner marks an order as shipped, by the link in the mail about it. Opening it changes
 * nothing, because mail programs open links automatically.
 */
export const serveDispatch = (app: FastifyInstance, context: Context): Promise<void> =>
  serveLinkPage(app, context, {
    path: DISPATCH_PATH,
    above: ABOVE,
    title: "Dispatch an order",
    longestFormBytes: 4_096,
    answer({ reply, link, form }) {
      if (!form.has("courier")) return showOrder(context, reply, { form: emptyForm(link) });
      return takeForm(context, reply, readDispatchForm(link, form));
    },
    answerFailure: (opened, cause) => sendAgain(context, opened, cause),
  });

/** Ships the order with the data of the form, if possible, and shows the result. */
async function takeForm(context: Context, reply: FastifyReply, form: DispatchForm): Promise<FastifyReply> {
  const link = readDispatchLink(context, form.link);
  if (!link || link.expired || (await isMailLinkRevoked(context, link.madeAt)))
    return showOrder(context, reply, { form });
  const { tracking, errors } = checkDispatchForm(form);
  if (Object.keys(errors).length > 0) return showOrder(context, reply, { form, errors, status: 400 });
  try {
    await dispatchByLink(context, link.orderId, tracking);
  } catch (cause) {
    if (!(cause instanceof CommandRefused)) throw cause;
    return showOrder(context, reply, {
      form,
      status: 409,
      failure: "Nothing was changed: it was done before.",
    });
  }
  return showOrder(context, reply, { form });
}

/** Returns the form with the typed values if the shop is unavailable. Does not use the database. */
async function sendAgain(
  context: Context,
  { request, reply, link, form }: OpenedLink,
  cause: unknown,
): Promise<FastifyReply> {
  const { status, message, extra } = toRefusal(cause);
  if (status >= 500) request.log.error({ err: cause }, "dispatch by a link failed");
  reply.headers(extra.headers ?? {});
  const read = readDispatchLink(context, link);
  if (!read) return sendPlainPage(reply, 404, noDispatchLinkPage);
  const couriers = getOwnCouriers(context);
  const shown = {
    form: readDispatchForm(link, form),
    couriers: listCourierNames(couriers),
    failure: message,
  };
  return sendPlainPage(reply, status, renderAgainPage(read.orderId, shown));
}

interface Shown {
  form: DispatchForm;
  errors?: DispatchErrors;
  failure?: string;
  status?: number;
}

/** Shows the order of a link: to be sent, sent, or not to be sent. */
async function showOrder(
  context: Context,
  reply: FastifyReply,
  { status = 200, failure, ...shown }: Shown,
): Promise<FastifyReply> {
  const link = readDispatchLink(context, shown.form.link);
  const found = link && (await findOrder(context, link.orderId));
  if (!link || !found) return sendPlainPage(reply, 404, noDispatchLinkPage);
  const { order, refusal } = found;
  if (order.dispatchedAt !== undefined)
    return sendPlainPage(reply, status, renderDispatchedPage(order, failure));
  const isRevoked = await isMailLinkRevoked(context, link.madeAt);
  const why = isRevoked
    ? LINKS_REVOKED
    : link.expired
      ? `It works for ${DISPATCH_LINK_DAYS} days, and these are over. The order can be dispatched where the shop runs: orders dispatch ${order.orderId} --courier … --number …`
      : refusal;
  const title = isRevoked
    ? "This link was ended"
    : link.expired
      ? "This link is too old"
      : `${order.orderId} is not to be sent`;
  if (why !== null)
    return sendPlainPage(reply, status === 200 ? 409 : status, renderNoDispatchPage(title, why));
  const couriers = getOwnCouriers(context);
  const page = renderDispatchPage(order, { ...shown, couriers: listCourierNames(couriers) });
  return sendPlainPage(reply, status, page);
}

/** Returns the current order, and the reason why it cannot be shipped, if any. */
async function findOrder(
  context: Context,
  orderId: string,
): Promise<{ order: Order; refusal: string | null } | null> {
  const [row] = await context.db.select().from(orders).where(eq(orders.orderId, orderId));
  const [order] = row ? await serializeOrders(context, row.accountId, [row]) : [];
  return row && order ? { order, refusal: describeDispatchRefusal(orderId, toTransitionState(row)) } : null;
}

const emptyForm = (link: string): DispatchForm => ({ link, courier: "", other: "", number: "" });

/** A posted form; what is not there is empty. */
function readDispatchForm(link: string, form: URLSearchParams): DispatchForm {
  const read = (name: string): string => (form.get(name) ?? "").trim();
  return { link, courier: read("courier"), other: read("other"), number: read("number") };
}

/** Checks the courier and the number, by the rules of `orders dispatch`. */
function checkDispatchForm(form: DispatchForm) {
  const isOther = form.courier === OTHER_COURIER;
  const courier = isOther ? form.other : form.courier;
  const wrongCourier = findTextError(courier, isOther ? "Who carries it?" : "Choose who carries it.");
  const wrongNumber = findTextError(form.number, "Which number is on the parcel?");
  const errors: DispatchErrors = {
    ...(wrongCourier !== null && { [isOther ? "other" : "courier"]: wrongCourier }),
    ...(wrongNumber !== null && { number: wrongNumber }),
  };
  return { tracking: { courier, number: form.number }, errors };
}

const trackingText = textUpTo(LONGEST_TRACKING_TEXT);

function findTextError(text: string, missing: string): string | null {
  if (text === "") return missing;
  if (!isWellFormedText(text)) return UNSTORABLE_TEXT;
  return v.safeParse(trackingText, text).issues?.[0].message ?? null;
}

/**
 * Runs `orders dispatch` once for the holder of the mail's link, recorded like the command. @throws CommandRefused for
 * an order that is already shipped or must not be
 */
async function dispatchByLink(
  context: Context,
  orderId: string,
  { courier, number }: Tracking,
): Promise<void> {
  const startedAt = context.now();
  const record = (ended: Ended) =>
    recordCommand(
      context.db,
      {
        noun: "orders",
        verb: "dispatch",
        args: { orderId },
        options: { courier, number },
        osUser: MAIL_LINK,
      },
      { startedAt, endedAt: context.now() },
      ended,
    );
  try {
    const order = await dispatchOrder(context, orderId, { courier, number }, { once: true });
    await record({ outcome: "done", result: { message: describeParcel(order) } });
  } catch (cause) {
    if (cause instanceof CommandRefused) await record({ outcome: "refused", message: cause.message });
    throw cause;
  }
}

/** The content of the form beside the order. */
interface ShownForm {
  form: DispatchForm;
  couriers: readonly string[];
  errors?: DispatchErrors;
  /** The reason of a failure that concerns no single field. */
  failure?: string;
}

/** The order with its address as a label, and the form that marks it as dispatched. */
function renderDispatchPage(order: Order, shown: ShownForm): PlainPage {
  const leaves = formatDispatchDay(calculateDispatchDay(new Date(order.createdAt), order.promised));
  const wait = describeWait({ createdAt: new Date(order.createdAt), promised: order.promised });
  const { orderId, items, notes, gift, shippingAddress } = order;
  const mismatch = describePinMismatch(shippingAddress.zipCode, shippingAddress.state);
  return {
    title: `Dispatch ${orderId}`,
    main: html`<div class="head">
        ${renderOrderHeading(ABOVE, orderId, `It leaves the workshop by ${leaves}.`)}
      </div>
      <address class="label-paper">${joinLines(listShipToLines(order))}</address>
      ${mismatch === null ? "" : html`<p class="error">${mismatch}. Please ask its customer before it leaves.</p>`}
      ${notes ? html`<p class="lead">Its customer writes: ${toPrintable(notes)}</p>` : ""}
      ${wait ? html`<p class="lead">${wait}</p>` : ""}
      ${gift ? html`<p class="lead">${describeGift(gift)}</p>` : ""} ${renderForm(shown)}
      ${renderPieces(items, (item) => `${item.quantity} × ${getItemTitle(item)}`)}
      <p class="soft">
        This page works once, for ${DISPATCH_LINK_DAYS} days from the mail. Pass it on only to whoever packs
        for you.
      </p>`,
  };
}

/** The form with the typed values, for when the shop is temporarily unavailable. */
const renderAgainPage = (orderId: string, shown: ShownForm): PlainPage => ({
  title: `Dispatch ${orderId}`,
  main: html`<div class="head">
      ${renderOrderHeading(ABOVE, orderId, "That could not be taken just now. Please try again: it is done once at most.")}
    </div>
    ${renderForm(shown)}`,
});

/** The page of a shipped or delivered order; `failure` after a form that was not needed any more. */
const renderDispatchedPage = ({ orderId, tracking, dispatchedAt }: Order, failure?: string): PlainPage => ({
  title: `${orderId} is on its way`,
  main: html`<div class="head">
      ${failure === undefined ? "" : renderFailure(failure)}${renderOrderHeading("Dispatched", orderId, `It is marked as dispatched${dispatchedAt === undefined ? "" : ` since ${formatDateTime(dispatchedAt)}`}. A customer with an e-mail address has been told.`)}
    </div>
    ${tracking === undefined ? "" : renderParcel("The parcel", tracking)}
    <p class="soft">
      Something wrong with it? Where the shop runs:
      <code>npm run shop -- orders dispatch ${orderId} --courier … --number …</code>
    </p>`,
});

/** The page of an order that must not be shipped, or of an invalid link; `why` is a sentence. */
const renderNoDispatchPage = (title: string, why: string): PlainPage => ({
  title,
  main: html`<div class="head">${renderHeading(ABOVE, title, why)}</div>
    <p class="soft">Where the shop runs, <code>npm run shop -- today</code> lists what waits.</p>`,
});

const noDispatchLinkPage = renderNoDispatchPage("This link does not work", "Perhaps part of it is missing.");

const renderForm = ({ form, couriers, errors = {}, failure }: ShownForm): Html =>
  html`<form class="part dispatch" method="post" action="${DISPATCH_PATH}" novalidate>
    ${failure === undefined ? "" : renderFailure(failure)} ${renderLinkField(form.link)}
    ${renderField(
      "courier",
      "Courier",
      errors.courier,
      (wiring) =>
        html`<select class="box" ${wiring}>
          ${renderOptions(couriers, form.courier)}
        </select>`,
    )}
    ${renderField("other", "Which courier?", errors.other, (wiring) => html`<input class="box" ${wiring} value="${form.other}" autocomplete="off" />`)}
    ${renderField("number", "Tracking number", errors.number, (wiring) => html`<input class="box" ${wiring} value="${form.number}" autocomplete="off" autocapitalize="characters" spellcheck="false" />`)}
    <p><button class="button primary wide">Mark as dispatched</button></p>
  </form>`;

const renderFailure = (failure: string): Html => html`<p class="error" role="alert">${failure}</p>`;

function renderField(
  name: keyof DispatchErrors,
  label: string,
  error: string | undefined,
  renderControl: (wiring: Html) => Html,
): Html {
  const wiring = html`id="${name}" name="${name}"
  ${error === undefined ? "" : html`aria-invalid="true" aria-describedby="${name}-error"`}`;
  return html`<div class="field ${name}">
    <label for="${name}">${label}</label
    >${renderControl(wiring)}${error === undefined ? "" : html`<p class="error" id="${name}-error">${error}</p>`}
  </div>`;
}

const renderOptions = (couriers: readonly string[], chosen: string): Html =>
  html`${[
    ["", "Choose a courier"],
    ...couriers.map((name) => [name, name]),
    [OTHER_COURIER, "Another courier"],
  ].map(
    ([value = "", label = ""]) =>
      html`<option value="${value}" ${value === chosen ? "selected" : ""}>${label}</option>`,
  )}`;

const PURPOSE = "order-dispatch";

/** The content of a dispatch link. The order may have been shipped since. */
interface DispatchLink {
  orderId: string;
  expired: boolean;
  madeAt: Date;
}

/** An address at which one order can be marked as dispatched, from now on for a week; for the owner alone. */
export function buildDispatchHref(context: Context, orderId: string): string {
  const until = Math.floor((context.now().getTime() + DISPATCH_LINK_DAYS * DAY) / SECOND);
  return buildLinkHref(context, DISPATCH_PATH, PURPOSE, `${orderId}.${until}`);
}

/** Null for a link that the shop has not made. */
function readDispatchLink(context: Context, link: string): DispatchLink | null {
  const text = readSignedLink(context, PURPOSE, link);
  if (text === null) return null;
  const [orderId = "", until] = text.split(".");
  const end = Number(until) * SECOND;
  return {
    orderId,
    expired: context.now().getTime() > end,
    madeAt: new Date(end - DISPATCH_LINK_DAYS * DAY),
  };
}
