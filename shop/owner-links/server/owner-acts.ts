import { parseReturnSubject } from "#shop/returns/return-request.ts";
import { formatDateTime } from "#contract/dates.ts";
import { html, type Html } from "#contract/html.ts";
import { formatRupees } from "#contract/money.ts";
import { formatCount, toPrintable } from "#contract/text.ts";
import type { Config } from "#platform/config/config.ts";
import type { Context } from "#platform/context.ts";
import type { Command } from "#platform/operator/command.ts";
import { changePictures, findProductSummary, setProduct } from "#shop/catalogue/server/index.ts";
import { calculateAvailable, readStockLevels } from "#shop/inventory/server/index.ts";
import { formatPieces, listReturnRequests } from "#shop/orders/returned-pieces.ts";
import {
  approveCommand,
  declineCommand,
  describeMail,
  formatCustomer,
  getAnswerDeadline,
  listOrderLines,
  type OrderRow,
  orders,
  whereOrder,
} from "#shop/orders/server/index.ts";
import { acceptReturn, receiveReturn, refundReturned, refuseReturn } from "#shop/returns/server/index.ts";

/** An action of a mail's link: its page, and the commands of its buttons. */
export interface OwnerAct {
  /** Over the heading. */
  above: string;
  /** Returns the current state; null if the thing does not exist. */
  show(context: Context, subject: string): Promise<Shown | null>;
  choices: Readonly<Record<string, Choice>>;
}

interface Shown {
  /** The heading: an order's number, or a product's title. */
  title: string;
  /** It is a number, which a browser must not translate. */
  isNumber?: true;
  lead: string;
  /** The reason why nothing can be done now. */
  closed?: string;
  /** The state shown after a link was used, if it does not close the matter. */
  now?: string;
  facts: Readonly<Record<string, string>>;
  quote?: string | undefined;
  /** The present choices by name. */
  open: readonly string[];
}

export interface Choice {
  command: Command;
  /** The button. */
  label: string;
  look: "primary" | "secondary";
  /** The fields above the button, with the values typed before an error. */
  fields?: (typed: URLSearchParams) => Html;
  /** True if its form uploads photographs. */
  takesFiles?: true;
  toTyped(subject: string, form: URLSearchParams, files: readonly string[]): Typed;
  /** Describes the result in a sentence. */
  describe(subject: string, data: unknown, config: Config): string;
}

interface Typed {
  args: Record<string, string>;
  options: Record<string, string>;
}

const askForWords =
  (id: string, label: string, required: boolean) =>
  (typed: URLSearchParams): Html =>
    html`<div class="field">
      <label for="${id}">${label}</label
      ><textarea class="box" id="${id}" name="words" rows="3" maxlength="500" ${required ? "required" : ""}>
${typed.get("words") ?? ""}</textarea>
    </div>`;

const readWords = (form: URLSearchParams): Record<string, string> => {
  const words = (form.get("words") ?? "").trim();
  return words === "" ? {} : { words };
};

const toOrder = (orderId: string, options: Record<string, string> = {}): Typed => ({
  args: { orderId },
  options,
});

async function findOrder({ db }: Context, orderId: string): Promise<OrderRow | undefined> {
  const [order] = await db.select().from(orders).where(whereOrder(orderId));
  return order;
}

const listFacts = (order: OrderRow): Record<string, string> => ({
  Customer: toPrintable(formatCustomer(order)),
  Amount: formatRupees(order.payable),
  Payment: order.paymentStatus,
});

/** Approves or declines a customer's cancellation request. */
const cancellation: OwnerAct = {
  above: "A customer asks to cancel",
  async show(context, orderId) {
    const order = await findOrder(context, orderId);
    if (!order) return null;
    const { cancellationStatus, cancellationReasons, cancellationComments } = order;
    const isOpen = cancellationStatus === "Pending";
    return {
      title: orderId,
      isNumber: true,
      lead: isOpen
        ? `Please answer by ${formatDateTime(getAnswerDeadline(order))}. Until then, do not send it.`
        : "Nothing waits for an answer here.",
      ...(!isOpen && {
        closed:
          cancellationStatus === null
            ? `Nobody asks to cancel ${orderId}.`
            : `It was decided before: ${cancellationStatus}.`,
      }),
      facts: {
        ...listFacts(order),
        ...(cancellationReasons?.length && { Reasons: cancellationReasons.map(toPrintable).join(", ") }),
      },
      quote: cancellationComments ?? undefined,
      open: ["approve", "decline"],
    };
  },
  choices: {
    approve: {
      command: approveCommand,
      label: "Agree: cancel the order",
      look: "primary",
      toTyped: (orderId) => toOrder(orderId),
      describe: (orderId, data) => `${orderId} is cancelled. ${describeMail(toOrderRow(data))}`,
    },
    decline: {
      command: declineCommand,
      label: "Keep the order",
      look: "secondary",
      fields: askForWords("decline-words", "Why not? Its customer reads this.", true),
      toTyped: (orderId, form) => toOrder(orderId, readWords(form)),
      describe: (orderId, data) =>
        `${orderId} stays as it is. ${describeMail(toOrderRow(data), "Its customer reads why.")}`,
    },
  },
};

/** The order in the result of these commands. */
const toOrderRow = (data: unknown) => data as Pick<OrderRow, "contact">;

/** The possible actions on a return, by its status. */
const RETURN_CHOICES: Readonly<Record<string, readonly string[]>> = {
  Requested: ["accept", "refuse"],
  Accepted: ["received"],
  Received: ["refund"],
};

/** One step of a return. `subject` is the order, the status that the link is about, and which return, if not the first. */
const returned: OwnerAct = {
  above: "A return",
  async show(context, subject) {
    const { orderId, status, number } = parseReturnSubject(subject);
    const order = await findOrder(context, orderId);
    const request = order && listReturnRequests(order)[number - 1];
    if (!order || !request) return null;
    const lines = await listOrderLines(context.db, [order.id]);
    return {
      title: orderId,
      isNumber: true,
      lead: RETURN_LEADS[status] ?? "",
      ...(request.status !== status && { closed: `The return of ${orderId} is ${request.status} already.` }),
      facts: {
        ...listFacts(order),
        Pieces: formatPieces(request.pieces, lines),
        Since: formatDateTime(request.requestedAt),
        ...(request.reasons.length > 0 && { Reasons: request.reasons.map(toPrintable).join(", ") }),
      },
      quote: request.comments,
      open: RETURN_CHOICES[status] ?? [],
    };
  },
  choices: {
    accept: {
      command: acceptReturn,
      label: "Take them back",
      look: "primary",
      fields: askForWords(
        "accept-words",
        "Anything its customer should know? Who fetches the parcel?",
        false,
      ),
      toTyped: (subject, form) => toReturn(subject, readWords(form)),
      describe: (subject, data, config) =>
        `The pieces of ${parseReturnSubject(subject).orderId} come back. ${describeMail(toOrderRow(data))} When the parcel is here, say so ${describeNextWay(config)}.`,
    },
    refuse: {
      command: refuseReturn,
      label: "Do not take them back",
      look: "secondary",
      fields: askForWords("refuse-words", "Why not? Its customer reads this.", true),
      toTyped: (subject, form) => toReturn(subject, readWords(form)),
      describe: (subject, data) =>
        `The return of ${parseReturnSubject(subject).orderId} is refused. ${describeMail(toOrderRow(data), "Its customer reads why.")}`,
    },
    received: {
      command: receiveReturn,
      label: "The parcel is here",
      look: "primary",
      toTyped: (subject) => toReturn(subject),
      describe: (subject, _data, config) =>
        `The pieces of ${parseReturnSubject(subject).orderId} are here. Look at them, then send the money: ${describeNextWay(config)}.`,
    },
    refund: {
      command: refundReturned,
      label: "Send the money",
      look: "primary",
      fields: (typed) =>
        html`<label class="tick"
          ><input
            type="checkbox"
            name="restock"
            value="on"
            ${typed.get("restock") === "on" ? "checked" : ""}
          />
          They are as new: back into the stock</label
        >`,
      toTyped: (subject, form) => toReturn(subject, form.get("restock") === "on" ? { restock: "on" } : {}),
      describe: (subject) => `The money for the pieces of ${parseReturnSubject(subject).orderId} goes back.`,
    },
  },
};

/** Whether the owner gets the mail of the morning, which has the links for what waits. */
export const hasDigest = ({ ownerMails }: Config): boolean =>
  ownerMails === "urgent" || ownerMails === "digest";

/** Describes where the next step is done, because the page does not link to it. */
const describeNextWay = (config: Config): string =>
  hasDigest(config) ? "at the desk or by the mail of the morning" : "at the desk";

const RETURN_LEADS: Readonly<Record<string, string>> = {
  Requested: "Its customer asks to send pieces back.",
  Accepted: "You take the pieces back: is the parcel here?",
  Received: "The pieces are here. What they were worth goes back to its customer.",
};

function toReturn(subject: string, options: Record<string, string> = {}): Typed {
  const { orderId, number } = parseReturnSubject(subject);
  return toOrder(orderId, { ...options, return: String(number) });
}

/** Writes down how many pieces of a product there are. */
const count: OwnerAct = {
  above: "Count the pieces",
  async show(context, productId) {
    const product = findProductSummary(context, productId);
    const level = (await readStockLevels(context.db, [productId])).get(productId);
    if (!product || !level) return null;
    return {
      title: product.title,
      lead: "How many are in the workshop? Those of orders that have not left count too.",
      facts: {
        "Written down": level.onHand === null ? "made to order" : formatCount(level.onHand, "piece"),
        "Of these in open orders": String(level.reserved),
        "Can be ordered now": String(calculateAvailable(level) ?? "made to order"),
      },
      ...(level.onHand !== null && {
        now: `${formatCount(level.onHand, "piece")} ${level.onHand === 1 ? "is" : "are"} written down.`,
      }),
      open: ["count"],
    };
  },
  choices: {
    count: {
      command: setProduct,
      label: "Write it down",
      look: "primary",
      fields: (typed) =>
        html`<div class="field">
          <label for="count">Pieces</label
          ><input
            class="box"
            id="count"
            name="count"
            value="${typed.get("count") ?? ""}"
            inputmode="numeric"
            pattern="[0-9]{1,6}"
            required
            autocomplete="off"
          />
        </div>`,
      toTyped: (id, form) => ({ args: { id }, options: { stock: (form.get("count") ?? "").trim() } }),
      describe: (_productId, facts) =>
        `It is written down: ${String((facts as { left?: unknown }).left)} can be ordered now.`,
    },
  },
};

/** Adds photographs to a product. */
const picture: OwnerAct = {
  above: "Add a photograph",
  async show(context, productId) {
    const product = findProductSummary(context, productId);
    if (!product) return null;
    return {
      title: product.title,
      lead: "It comes after those that are there; the shop turns it upright and makes it fit. Square, 1200 × 1200 pixels or more, is right.",
      facts: {},
      now: "Its page in the shop shows the photographs that it has.",
      open: ["add"],
    };
  },
  choices: {
    add: {
      command: changePictures,
      label: "Add it",
      look: "primary",
      takesFiles: true,
      fields: () =>
        html`<div class="field">
          <label for="photo">Photograph</label
          ><input class="box" id="photo" type="file" name="photo" accept="image/*" multiple required />
        </div>`,
      toTyped: (id, _form, files) => ({ args: { id }, options: { add: files.join("\n") } }),
      describe: (_productId, data) =>
        `It has ${formatCount((data as { images: unknown[] }).images.length, "picture")} now. Another one, or another order, is for the desk.`,
    },
  },
};

export const ownerActs: Readonly<Record<string, OwnerAct>> = {
  cancellation,
  return: returned,
  count,
  picture,
};
