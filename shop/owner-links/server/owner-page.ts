import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FastifyInstance, FastifyReply } from "fastify";
import { html, type Html } from "#contract/html.ts";
import { toPrintable } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import {
  buildMailActHref,
  MAIL_LINK_DAYS,
  type MailAct,
  isMailLink,
  readMailLink,
  runByMailLink,
} from "#platform/operator/mail-links.ts";
import { type OpenedLink, renderLinkField, serveLinkPage } from "#platform/pages/link-page.ts";
import { type PlainPage, sendPlainPage } from "#platform/pages/plain-page.ts";
import { renderHeading, renderOrderHeading } from "#shop/orders/server/index.ts";
import { type Choice, type OwnerAct, ownerActs } from "./owner-acts.ts";

/** The page for one action of the owner on one order or product, by the signed link of a mail. */
export const OWNER_PATH = "/owner";

/** Maximum size of an upload in bytes: several photographs from a phone. */
const LARGEST_UPLOAD = 24 * 1024 * 1024;

/** Returns a URL for one action on a phone, valid for a week; used by `today` and the mails. */
export const buildOwnerHref = (context: Context, act: MailAct): string =>
  buildMailActHref(context, OWNER_PATH, act);

type Link = NonNullable<Awaited<ReturnType<typeof readMailLink>>>;
type Opened = { link: Link; act: OwnerAct; shown: NonNullable<Awaited<ReturnType<OwnerAct["show"]>>> };

/** Serves the page of a link. Opening it changes nothing, because mail programs open links automatically. */
export const serveOwnerPage = (app: FastifyInstance, context: Context): Promise<void> =>
  serveLinkPage(app, context, {
    path: OWNER_PATH,
    above: "For the owner",
    title: "Decide, count, add",
    longestFormBytes: 16_384,
    uploads: { longestBytes: LARGEST_UPLOAD, isOurs: (link) => isMailLink(context, link) },
    async answer(opened) {
      const { reply, form } = opened;
      const found = await open(context, opened.link);
      if (!found) return sendPlainPage(reply, 404, noLinkPage);
      const { act, shown } = found;
      const closed = describeClosed(found);
      if (closed !== null) return sendPlainPage(reply, 409, renderClosed(found, closed));
      const name = form.get("do") ?? "";
      const choice = shown.open.includes(name) ? act.choices[name] : undefined;
      return choice && form.get("confirmed") !== "no"
        ? takeChoice(context, found, { name, choice, opened })
        : showAct(context, found, opened);
    },
  });

async function open(context: Context, given: string): Promise<Opened | null> {
  const link = await readMailLink(context, given);
  const act = link && Object.hasOwn(ownerActs, link.act) ? ownerActs[link.act] : undefined;
  const shown = link && act ? await act.show(context, link.subject) : null;
  return link && act && shown ? { link, act, shown } : null;
}

/** Returns why the link cannot be used; for a used link also the current state, for an owner who tapped twice. */
function describeClosed({ link, shown }: Opened): string | null {
  const { closed = shown.now } = shown;
  if (link.isUsed) return [link.closed, closed].filter(Boolean).join(" ");
  return link.closed ?? shown.closed ?? null;
}

interface Chosen {
  name: string;
  choice: Choice;
  opened: OpenedLink;
}

/** Runs the command of the pressed button and shows the result. */
async function takeChoice(context: Context, found: Opened, chosen: Chosen): Promise<FastifyReply> {
  const { opened, choice } = chosen;
  const { reply, form } = opened;
  const { link } = found;
  const answer = await withPhotographs(context, opened.files, (folder, names) =>
    runByMailLink(context, link, {
      ...choice.toTyped(link.subject, form, names),
      command: choice.command,
      folder,
      expected: form.get("expected") ?? undefined,
      confirmed: form.get("confirmed") === "yes",
    }),
  );
  if (answer === null) return showOtherTap(context, opened);
  if (answer.outcome === "confirm")
    return sendPlainPage(reply, 200, renderQuestion(found, chosen, answer.question));
  if (answer.outcome === "done") {
    const { data, facts } = answer.result;
    return sendPlainPage(reply, 200, renderDone(context, found, choice, data ?? facts));
  }
  if (answer.outcome === "failed") {
    opened.request.log.error({ act: link.act }, "an act by a link failed");
    return sendPlainPage(reply, 500, renderClosed(found, `${answer.message} ${NOBODY_KNOWS}`));
  }
  const status = answer.outcome === "usage" ? 400 : 409;
  return showAct(context, found, opened, { status, failure: answer.message });
}

const NOBODY_KNOWS = "Nobody knows whether it was done, so this link does nothing more.";

/** Answers the slower of two taps with the current state. */
async function showOtherTap(context: Context, opened: OpenedLink): Promise<FastifyReply> {
  const found = await open(context, opened.link);
  if (!found) return sendPlainPage(opened.reply, 404, noLinkPage);
  const closed = describeClosed(found);
  if (closed !== null) return sendPlainPage(opened.reply, 409, renderClosed(found, closed));
  const failure = "You tapped twice, and the first did nothing. Please try again.";
  return showAct(context, found, opened, { status: 409, failure });
}

const getPhotographFolder = ({ config }: Context): string => path.join(config.dataDir, "mailed-links");

/**
 * Deletes files of a killed process. If another process takes one at the same time, the upload is refused, and its link
 * stays valid.
 */
export const removePhotographs = (context: Context): Promise<void> =>
  rm(getPhotographFolder(context), { recursive: true, force: true });

/** Stores photographs in a temporary folder. Their names from the browser are not used. */
async function withPhotographs<T>(
  context: Context,
  files: readonly File[],
  work: (folder: string, names: readonly string[]) => Promise<T>,
): Promise<T> {
  if (files.length === 0) return work("/", []);
  const home = getPhotographFolder(context);
  await mkdir(home, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(path.join(home, "photos-"));
  try {
    const names = files.map((_, at) => `photograph-${at + 1}`);
    for (const [at, file] of files.entries())
      await writeFile(path.join(folder, names[at] ?? ""), await file.bytes(), { mode: 0o600 });
    return await work(folder, names);
  } finally {
    // Shows the result even if its files can only be deleted at the next start.
    await rm(folder, { recursive: true, force: true }).catch((err: unknown) =>
      context.log.error({ err }, "photographs of a link could not be removed"),
    );
  }
}

interface Again {
  status?: number;
  failure?: string;
}

/** Renders the thing with its buttons, and the reason after a refusal. */
async function showAct(
  context: Context,
  found: Opened,
  { reply, link, form }: OpenedLink,
  { status = 200, failure }: Again = {},
): Promise<FastifyReply> {
  const { shown, act } = found;
  const forms = await Promise.all(
    shown.open.flatMap((name) => {
      const choice = act.choices[name];
      const typed = name === form.get("do") ? form : new URLSearchParams();
      return choice ? [renderChoice(context, found, { name, choice, link, typed })] : [];
    }),
  );
  return sendPlainPage(reply, status, {
    title: shown.title,
    main: html`<div class="head">
        ${renderTop(found)} ${failure === undefined ? "" : html`<p class="error" role="alert">${failure}</p>`}
      </div>
      ${renderFacts(found)} ${forms}
      <p class="soft">
        This page does one thing, once, for ${MAIL_LINK_DAYS} days from the mail. It is on record as “link
        from mail”. Pass it on only to whoever may do it for you.
      </p>`,
  });
}

async function renderChoice(
  context: Context,
  { link }: Opened,
  {
    name,
    choice,
    link: sealed,
    typed,
  }: { name: string; choice: Choice; link: string; typed: URLSearchParams },
): Promise<Html> {
  const { command, label, look, fields, takesFiles } = choice;
  const input = { ...choice.toTyped(link.subject, new URLSearchParams(), []), folder: "/" };
  const expected = await command.revision?.(context, input);
  return html`<form
    class="part act"
    method="post"
    action="${OWNER_PATH}"
    ${takesFiles ? html`enctype="multipart/form-data"` : ""}
  >
    ${renderLinkField(sealed)} <input type="hidden" name="do" value="${name}" />
    ${expected ? html`<input type="hidden" name="expected" value="${expected}" />` : ""}
    ${fields?.(typed) ?? ""}
    <p><button class="button ${look} wide">${label}</button></p>
  </form>`;
}

/** The command's question with exact figures; keeps the typed values. */
const renderQuestion = (found: Opened, { name, opened }: Chosen, question: string): PlainPage => ({
  title: found.shown.title,
  main: html`<div class="head">${renderHeading(found.act.above, "Is that right?", question)}</div>
    <form class="part act" method="post" action="${OWNER_PATH}">
      ${renderLinkField(opened.link)} <input type="hidden" name="do" value="${name}" />
      ${[...opened.form]
        .filter(([field]) => !["link", "do", "confirmed"].includes(field))
        .map(([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`)}
      <p><button class="button primary wide" name="confirmed" value="yes">Yes, do it</button></p>
      <p><button class="button secondary wide" name="confirmed" value="no">No, go back</button></p>
    </form>`,
});

const renderDone = (
  context: Context,
  { link, shown, act }: Opened,
  choice: Choice,
  data: unknown,
): PlainPage => ({
  title: shown.title,
  main: html`<div class="head" role="status">
    ${renderHeading(act.above, "Done", choice.describe(link.subject, data, context.config))}
  </div>`,
});

const renderClosed = ({ shown, act }: Opened, why: string): PlainPage => ({
  title: shown.title,
  main: html`<div class="head">${renderHeading(act.above, shown.title, why)}</div>
    <p class="soft">
      Where the shop runs, <code>npm run shop -- today</code> lists what waits, and the desk does it.
    </p>`,
});

const renderTop = ({ shown, act }: Opened): Html =>
  (shown.isNumber ? renderOrderHeading : renderHeading)(act.above, shown.title, shown.lead);

const renderFacts = ({ shown }: Opened): Html => {
  const facts = Object.entries(shown.facts);
  return html`${
    facts.length === 0
      ? ""
      : html`<dl class="facts">
          ${facts.map(
            ([name, value]) =>
              html`<dt>${name}</dt>
                <dd>${value}</dd>`,
          )}
        </dl>`
  }${shown.quote ? html`<p class="lead">“${toPrintable(shown.quote)}”</p>` : ""}`;
};

const noLinkPage: PlainPage = {
  title: "This link does not work",
  main: html`<div class="head">
    ${renderHeading("For the owner", "This link does not work", "Perhaps part of it is missing, or what it is about is not there any more.")}
  </div>`,
};
