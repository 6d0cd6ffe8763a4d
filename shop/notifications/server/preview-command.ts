import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { command, CommandRefused } from "#platform/command.ts";
import type { Context } from "#platform/context.ts";
import { findSeller, someProducts } from "#server/catalogue";
import { noSuchOrder } from "#server/orders";
import type { Letter } from "../letter.ts";
import { isOrderMail, letterAbout, type MailKind, mailKinds, sampleLetter } from "../mail-kinds.ts";
import { layOutLetter } from "./lay-out-letter.ts";
import { senderOf } from "./sender.ts";
import { findNews } from "./write-about-order.ts";

/** Shows a mail and sends nothing. */
export const preview = command({
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
    const letter = await letterOf(context, kind, options["order"]);
    const mail = layOutLetter(letter, senderOf(context));
    const { subject, text, html } = mail;
    if (!options["html"]) return { facts: { subject }, words: text, data: { kind, ...mail } };
    const file = await keep(context, kind, html);
    return { facts: { subject, file }, data: { kind, file, ...mail } };
  },
});

const listOfKinds = () => ({
  columns: ["Kind", "Written when"],
  rows: mailKinds.map(({ kind, when }) => [kind, when]),
  data: mailKinds,
});

async function letterOf(context: Context, kind: MailKind, orderId: string | undefined): Promise<Letter> {
  if (orderId === undefined) {
    const products = someProducts(context, 2);
    return sampleLetter(kind, { products, seller: findSeller(context), now: context.now() });
  }
  if (!isOrderMail(kind)) throw new CommandRefused(`${kind} is not about an order: leave --order out.`);
  const news = await findNews(context, orderId);
  if (!news) throw noSuchOrder(orderId);
  const letter = letterAbout(kind, news);
  if (letter) return letter;
  const { orderStatus, paymentStatus } = news.order;
  throw new CommandRefused(
    `${kind} would not be written about ${news.order.orderId} now (${orderStatus}, payment ${paymentStatus}). Without --order you see a sample.`,
  );
}

async function keep({ config }: Context, kind: MailKind, html: string): Promise<string> {
  const folder = path.join(config.dataDir, "mail-previews");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = path.join(folder, `${kind}.html`);
  await writeFile(file, html, { mode: 0o600 });
  return file;
}
