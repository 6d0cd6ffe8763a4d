import { eq } from "drizzle-orm";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { toRefusal } from "#platform/envelope.ts";
import { createPageLimit, LINK_LIMIT } from "#platform/page-limit.ts";
import { readPlainForms } from "#platform/plain-forms.ts";
import { sendPlainPage } from "#platform/plain-page.ts";
import { listCourierNames } from "../couriers.ts";
import { DISPATCH_FORM_PATH, DISPATCH_LINK_DAYS, DISPATCH_PATH } from "../dispatch-link.ts";
import type { Order } from "../order.ts";
import { describeDispatchRefusal } from "../order-transitions.ts";
import { toTransitionState } from "./change-status.ts";
import { describeOrders } from "./describe-orders.ts";
import {
  checkDispatchForm,
  type DispatchErrors,
  type DispatchForm,
  emptyForm,
  readDispatchForm,
} from "./dispatch-form.ts";
import { dispatchByLink } from "./dispatch-by-link.ts";
import { readDispatchLink } from "./dispatch-link.ts";
import {
  noDispatchLinkPage,
  renderAgainPage,
  renderDispatchedPage,
  renderDispatchPage,
  renderNoDispatchPage,
} from "./dispatch-page.ts";
import { readOwnCouriers } from "./own-couriers.ts";
import { orders } from "./tables.ts";

type LinkRequest = FastifyRequest<{ Params: { link: string } }>;

const LONGEST_FORM_BYTES = 4_096;

/**
 * Serves the page on which the owner marks one order as dispatched, by the link of the mail about it. Opening it changes
 * nothing, as mail programs open links by themselves. The link is the right to do it, and no cookie is: so it does not matter
 * from where the form is posted.
 */
export async function serveDispatch(app: FastifyInstance, context: Context): Promise<void> {
  const limitLinks = createPageLimit(context.config, context.now, LINK_LIMIT);
  readPlainForms(app, LONGEST_FORM_BYTES);
  app.get(DISPATCH_PATH, async (request: LinkRequest, reply) => {
    limitLinks(request);
    return showOrder(context, reply, { form: emptyForm(request.params.link) });
  });
  app.post(DISPATCH_FORM_PATH, async (request, reply) => {
    const form = readDispatchForm(request.body);
    try {
      limitLinks(request);
      return await takeForm(context, reply, form);
    } catch (cause) {
      const { status, message, extra } = toRefusal(cause);
      if (status >= 500) request.log.error({ err: cause }, "dispatch by a link failed");
      return sendAgain(context, reply.headers(extra.headers ?? {}), form, { status, failure: message });
    }
  });
}

/** Does what the form says, if it can be done; then leads to the page that says so, so that reloading does nothing again. */
async function takeForm(context: Context, reply: FastifyReply, form: DispatchForm): Promise<FastifyReply> {
  const link = readDispatchLink(context, form.link);
  if (!link || link.expired) return showOrder(context, reply, { form });
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
  const page = DISPATCH_PATH.replace(":link", encodeURIComponent(form.link));
  return reply.header("cache-control", "no-store").redirect(page, 303);
}

/** The form once more with what was typed, when it could not be taken now: nothing is asked of the database. */
async function sendAgain(
  context: Context,
  reply: FastifyReply,
  form: DispatchForm,
  { status, failure }: { status: number; failure: string },
): Promise<FastifyReply> {
  const link = readDispatchLink(context, form.link);
  if (!link) return sendPlainPage(reply, 404, noDispatchLinkPage);
  const { couriers } = await readOwnCouriers(context);
  const shown = { form, couriers: listCourierNames(couriers), failure };
  return sendPlainPage(reply, status, renderAgainPage(link.orderId, shown));
}

interface Shown {
  form: DispatchForm;
  errors?: DispatchErrors;
  failure?: string;
  status?: number;
}

/** What is true of the order of a link: to be sent, sent, not to be sent. */
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
  const why = link.expired
    ? `It works for ${DISPATCH_LINK_DAYS} days, and these are over. The order can be dispatched where the shop runs: orders dispatch ${order.orderId} --courier … --number …`
    : refusal;
  const title = link.expired ? "This link is too old" : `${order.orderId} is not to be sent`;
  if (why !== null)
    return sendPlainPage(reply, status === 200 ? 409 : status, renderNoDispatchPage(title, why));
  const { couriers } = await readOwnCouriers(context);
  const page = renderDispatchPage(order, { ...shown, couriers: listCourierNames(couriers) });
  return sendPlainPage(reply, status, page);
}

/** The order as it is now, and why it cannot be sent, if that is so. */
async function findOrder(
  context: Context,
  orderId: string,
): Promise<{ order: Order; refusal: string | null } | null> {
  const [row] = await context.db.select().from(orders).where(eq(orders.orderId, orderId));
  const [order] = row ? await describeOrders(context, row.accountId, [row]) : [];
  return row && order ? { order, refusal: describeDispatchRefusal(orderId, toTransitionState(row)) } : null;
}
