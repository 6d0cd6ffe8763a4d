import { formatDateTime } from "#contract/dates.ts";
import { escapeHtml } from "#contract/html.ts";
import type { PlainPage } from "#platform/plain-page.ts";
import { describePinMismatch } from "#shop/addresses/pin-codes.ts";
import { calculateDispatchDay, formatDispatchDay } from "#shop/policies/delivery-dates.ts";
import { DISPATCH_FORM_PATH, DISPATCH_LINK_DAYS } from "../dispatch-link.ts";
import { listShipToLines, toPrintable } from "../invoice-parties.ts";
import { getItemTitle, type Order } from "../order.ts";
import { type DispatchErrors, type DispatchForm, OTHER_COURIER } from "./dispatch-form.ts";
import { renderHeading, renderParcel, renderPieces } from "./plain-parts.ts";

const ABOVE = "To pack";

/** What the form shows beside the order. */
interface ShownForm {
  form: DispatchForm;
  couriers: readonly string[];
  errors?: DispatchErrors;
  /** Why it was not done, if that is about no field. */
  failure?: string;
}

/** The order with its address as a label, and the form that marks it as dispatched. */
export function renderDispatchPage(order: Order, shown: ShownForm): PlainPage {
  const leaves = formatDispatchDay(calculateDispatchDay(new Date(order.createdAt)));
  const { orderId, items, notes, shippingAddress } = order;
  const mismatch = describePinMismatch(shippingAddress.zipCode, shippingAddress.state);
  return {
    title: `Dispatch ${orderId}`,
    main: `<div class="head">${renderHeading(ABOVE, orderId, `It leaves the workshop by ${escapeHtml(leaves)}.`)}</div>
<address class="label-paper">${listShipToLines(order).map(escapeHtml).join("<br>")}</address>
${mismatch === null ? "" : `<p class="error">${escapeHtml(mismatch)}. Please ask its customer before it leaves.</p>`}
${notes ? `<p class="lead">Its customer writes: ${escapeHtml(toPrintable(notes))}</p>` : ""}
${renderForm(shown)}
${renderPieces(items, (item) => `${item.quantity} × ${getItemTitle(item)}`)}
<p class="soft">This page works once, for ${DISPATCH_LINK_DAYS} days from the mail. Pass it on only to whoever packs for you.</p>`,
  };
}

/** The form alone, with what was typed, for a moment in which the shop cannot take it. */
export const renderAgainPage = (orderId: string, shown: ShownForm): PlainPage => ({
  title: `Dispatch ${orderId}`,
  main: `<div class="head">${renderHeading(ABOVE, orderId, "That could not be taken just now. Please try again: it is done once at most.")}</div>
${renderForm(shown)}`,
});

/** What is true of an order that is on its way or has come; `failure` after a form that was not needed any more. */
export const renderDispatchedPage = (
  { orderId, tracking, dispatchedAt }: Order,
  failure?: string,
): PlainPage => ({
  title: `${orderId} is on its way`,
  main: `<div class="head">${failure === undefined ? "" : renderFailure(failure)}${renderHeading("Dispatched", orderId, `It is marked as dispatched${dispatchedAt === undefined ? "" : `, since ${escapeHtml(formatDateTime(dispatchedAt))}`}. Its customer has a mail.`)}</div>
${tracking === undefined ? "" : renderParcel("The parcel", tracking)}
<p class="soft">Something wrong with it? Where the shop runs: <code>npm run shop -- orders dispatch ${escapeHtml(orderId)} --courier … --number …</code></p>`,
});

/** For an order that is not to be sent, and for a link that does not work: `why` is a sentence. */
export const renderNoDispatchPage = (title: string, why: string): PlainPage => ({
  title,
  main: `<div class="head">${renderHeading(ABOVE, title, escapeHtml(why))}</div>
<p class="soft">Where the shop runs, <code>npm run shop -- today</code> lists what waits.</p>`,
});

export const noDispatchLinkPage = renderNoDispatchPage(
  "This link does not work",
  "Perhaps a part of it got lost on the way.",
);

const renderForm = ({ form, couriers, errors = {}, failure }: ShownForm): string =>
  `<form class="part dispatch" method="post" action="${DISPATCH_FORM_PATH}" novalidate>
${failure === undefined ? "" : renderFailure(failure)}
<input type="hidden" name="link" value="${escapeHtml(form.link)}">
${renderField("courier", "Courier", errors.courier, (wiring) => `<select class="box" ${wiring}>${renderOptions(couriers, form.courier)}</select>`)}
${renderField("other", "Which courier?", errors.other, (wiring) => `<input class="box" ${wiring} value="${escapeHtml(form.other)}" autocomplete="off">`)}
${renderField("number", "Tracking number", errors.number, (wiring) => `<input class="box" ${wiring} value="${escapeHtml(form.number)}" autocomplete="off" autocapitalize="characters" spellcheck="false">`)}
<p><button class="button primary wide">Mark as dispatched</button></p>
</form>`;

const renderFailure = (failure: string): string => `<p class="error" role="alert">${escapeHtml(failure)}</p>`;

function renderField(
  name: keyof DispatchErrors,
  label: string,
  error: string | undefined,
  renderControl: (wiring: string) => string,
): string {
  const wiring = `id="${name}" name="${name}"${error === undefined ? "" : ` aria-invalid="true" aria-describedby="${name}-error"`}`;
  return `<div class="field ${name}"><label for="${name}">${label}</label>${renderControl(wiring)}${error === undefined ? "" : `<p class="error" id="${name}-error">${error}</p>`}</div>`;
}

const renderOptions = (couriers: readonly string[], chosen: string): string =>
  [["", "Choose a courier"], ...couriers.map((name) => [name, name]), [OTHER_COURIER, "Another courier"]]
    .map(
      ([value = "", label = ""]) =>
        `<option value="${escapeHtml(value)}"${value === chosen ? " selected" : ""}>${escapeHtml(label)}</option>`,
    )
    .join("");
