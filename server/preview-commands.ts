import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ReturnedData } from "#contract/command-data.ts";
import { links } from "#contract/links.ts";
import { pagePreview } from "#contract/operator-results.ts";
import type { AnswerCall } from "#contract/page.ts";
import { type Context, createServices } from "#platform/context.ts";
import { createAnswerCall } from "#platform/http/serve-routes.ts";
import { createWorkQueue } from "#platform/limits/work-queue.ts";
import {
  type Command,
  type CommandInput,
  CommandRefused,
  type CommandResult,
  defineCommand,
  getCommand,
  UsageError,
} from "#platform/operator/command.ts";
import { rehearse } from "#platform/operator/rehearse.ts";
import { drawPage } from "#platform/pages/page-renderer.ts";
import { resolveFromRoot } from "#platform/storage/package-files.ts";
import { findBrandFile } from "#shop/brand/server/index.ts";
import { copyCatalogue, editProducts, refreshCatalogue } from "#shop/catalogue/server/index.ts";
import { readPictureAt } from "#shop/media/server/index.ts";
import type { TextName } from "#shop/texts/text.ts";
import { routes } from "./features.ts";

export function createPreviewCommand(commands: readonly Command[]): Command {
  const set = getCommand(commands, "products set");
  const setText = getCommand(commands, "texts");
  const previewMail = getCommand(commands, "mail");
  const { stock: _stock, hidden: _hidden, ...ofProduct } = set.options;
  const drawProduct = (context: Context, id: string, input: CommandInput) =>
    preview(context, links.product(id), async (rehearsal) => {
      if (Object.keys(input.options).length > 0)
        await set.run(rehearsal, { ...input, args: { id }, confirmed: true });
      await editProducts(rehearsal, [id], { toCells: () => ({ hidden: "no" }) });
    });
  async function drawText(context: Context, name: string, input: CommandInput) {
    const { text } = input.options;
    if (text === undefined) throw new UsageError("Enter the text to preview.");
    const command = { ...input, args: { name }, options: { text } };
    const change = async (rehearsal: Context) => void (await setText.run(rehearsal, command));
    const page = (pagesOfTexts as Readonly<Record<string, string>>)[name];
    if (page !== undefined) return preview(context, page, change);
    const kind = name.replace("mails/", "");
    const mail = await rehearseChange(
      context,
      change,
      (changed) =>
        // The cast is safe, because the shop validates the result with `pagePreview`.
        previewMail.run(changed, { ...input, args: { kind }, options: {} }) as Promise<Preview>,
    );
    // The desk can only show pictures of its own origin, so the desk also serves the shop's pictures.
    const html = mail.data?.html.replaceAll(`src="${context.config.publicUrl}/`, 'src="/') ?? "";
    return { ...mail, data: { html } };
  }
  return defineCommand({
    ...pagePreview,
    reads: true,
    summary: "Previews a page with your changes before you save them: the home page, a product or a text.",
    args: [
      { name: "what", summary: "the page", choices: ["home", "product", "text"] },
      { name: "id", summary: "the product (hidden or not) or the text to preview", optional: true },
    ],
    options: { text: setText.options["text"] ?? { summary: "the new text" }, ...ofProduct },
    examples: [
      "preview home --json",
      'preview product teak-tissue-box --title "Teak Tissue Box" --json',
      'preview text our-story --text "# Our story" --json',
    ],
    async run(context, input) {
      const { what, id } = input.args;
      if (what === "home") return preview(context, links.home, async () => {});
      if (id === undefined) throw new UsageError(`Enter the ${what}.`);
      return what === "product" ? drawProduct(context, id, input) : drawText(context, id, input);
    },
  });
}

type Preview = CommandResult<ReturnedData<typeof pagePreview>>;

const pagesOfTexts = {
  "refund-policy": links.refundPolicy,
  "shipping-policy": links.shippingPolicy,
  terms: links.terms,
  "our-story": links.ourStory,
  contact: links.contact,
  privacy: links.privacy,
  faq: links.faq,
  care: links.care,
} satisfies Record<TextName, string>;

const rehearseChange = <Answer>(
  context: Context,
  change: (rehearsal: Context) => Promise<void>,
  action: (changed: Context) => Promise<Answer>,
): Promise<Answer> =>
  rehearse(context, async (rehearsal) => {
    await change(rehearsal);
    const changed = toOwnShop(rehearsal);
    copyCatalogue(context, changed);
    await refreshCatalogue(changed);
    return action(changed);
  });

async function preview(
  context: Context,
  address: string,
  change: (rehearsal: Context) => Promise<void>,
): Promise<Preview> {
  const html = await rehearseChange(context, change, (changed) =>
    drawPage(context, address, oneAfterAnother(createAnswerCall(routes, changed))),
  );
  if (html === null)
    throw new CommandRefused(`The page ${address} cannot be shown. See the log of the shop for details.`);
  return {
    facts: { page: address, "written as HTML": `${Math.ceil(html.length / 1024)} KB` },
    message: "The desk shows the page. On the command line, --json prints its HTML.",
    data: { html },
  };
}

/** Returns a context with new in-memory services, so that the preview does not change the shop's caches. */
function toOwnShop({ isRehearsal: _isRehearsal, ...rehearsal }: Context): Context {
  const services = createServices();
  const previewContext: Context = { ...rehearsal, service: (key) => services(key, previewContext) };
  return previewContext;
}

/** Makes calls wait for each other, because a transaction can run only one statement at a time. */
function oneAfterAnother(answerCall: AnswerCall): AnswerCall {
  const queue = createWorkQueue({ atOnce: 1 });
  return (endpoint, input) => queue.run(() => answerCall(endpoint, input));
}

const TYPES: Readonly<Record<string, string>> = { ".css": "text/css; charset=utf-8", ".woff2": "font/woff2" };

/** Returns a file that a previewed page needs; null for an unknown path. */
export async function readFileOfPage(
  context: Context,
  address: string,
): Promise<{ type: string; bytes: Buffer } | null> {
  const [, folder, name = ""] = /^\/(assets|brand)\/([\w.-]+)$/.exec(address) ?? [];
  if (folder === undefined) return readPictureAt(context, address);
  if (folder === "brand") return findBrandFile(context, name);
  const type = TYPES[path.extname(name)];
  if (type === undefined) return null;
  const bytes = await readFile(resolveFromRoot("dist/client/assets", name)).catch(() => null);
  return bytes && { type, bytes };
}
