import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { defineCommand, CommandRefused } from "#platform/operator/command.ts";
import type { Context } from "#platform/context.ts";
import { listNewestProducts } from "#shop/catalogue/server/index.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { createNoSuchOrderError } from "#shop/orders/server/index.ts";
import type { MailContent } from "../mail.ts";
import { isOrderMail, writeOrderMail, type MailKind, mailKinds, writeSampleMail } from "../mail-kinds.ts";
import { renderMail } from "./render-mail.ts";
import { getSender } from "./sender.ts";
import { findNews } from "./create-order-mail-subscriber.ts";

/** Shows a mail and sends nothing. */
export const preview = defineCommand({
  noun: "mail",
  verb: "preview",
  summary: "Shows a mail without sending it, of a real order or of a sample; without a kind, lists them all.",
  args: [
    {
      name: "kind",
      summary: "which mail",
      optional: true,
      choices: mailKinds.map(({ kind }) => kind),
    },
  ],
  options: {
    order: { summary: "of this order as it is now, e.g. TRV-7K3M9Q; without it, a sample" },
    html: { summary: "write the HTML into a file, to look at it in a browser", flag: true },
  },
  examples: [
    "mail preview",
    "mail preview order-paid",
    "mail preview order-dispatched --order TRV-7K3M9Q --html",
  ],
  async run(context, { args, options }) {
    const kind = args["kind"] as MailKind | undefined;
    if (kind === undefined) return listOfKinds();
    const content = await writeMail(context, kind, options["order"]);
    const mail = renderMail(content, getSender(context));
    const { subject, text, html } = mail;
    if (!options["html"]) return { facts: { subject }, message: text, data: { kind, ...mail } };
    const file = await savePreview(context, kind, html);
    return { facts: { subject, file }, data: { kind, file, ...mail } };
  },
});

const listOfKinds = () => ({
  columns: ["Kind", "Written when"],
  rows: mailKinds.map(({ kind, when }) => [kind, when]),
  data: mailKinds,
});

async function writeMail(
  context: Context,
  kind: MailKind,
  orderId: string | undefined,
): Promise<MailContent> {
  if (orderId === undefined) {
    const products = await listNewestProducts(context, 2);
    return writeSampleMail(kind, { products, seller: findSeller(context), now: context.now() });
  }
  if (!isOrderMail(kind)) throw new CommandRefused(`${kind} is not about an order: leave --order out.`);
  const news = await findNews(context, orderId);
  if (!news) throw createNoSuchOrderError(orderId);
  const content = writeOrderMail(kind, news);
  if (content) return content;
  const { orderStatus, paymentStatus } = news.order;
  throw new CommandRefused(
    `${kind} would not be written about ${news.order.orderId} now (${orderStatus}, payment ${paymentStatus}). Without --order you see a sample.`,
  );
}

async function savePreview({ config }: Context, kind: MailKind, html: string): Promise<string> {
  const folder = path.join(config.dataDir, "mail-previews");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${kind}.html`);
  await writeFile(file, html, { mode: 0o600 });
  return file;
}
