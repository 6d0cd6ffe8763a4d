import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { and, desc, eq, like, sql } from "drizzle-orm";
import * as v from "valibot";
import { deskLinks } from "#contract/desk-links.ts";
import { HOUR } from "#contract/time.ts";
import type { Finding } from "#platform/checks/finding.ts";
import type { Context } from "#platform/context.ts";
import type { Db, Tx } from "#platform/database/database.ts";
import { generateUuid, isId } from "#platform/ids.ts";
import { MAX_VALUES } from "#platform/operator/operator-socket.ts";
import type { SuggestedValue } from "#platform/operator/protocol.ts";
import { type Limit, refuseTooMany } from "#platform/limits/rate-limit.ts";
import { lockAccount } from "#shop/accounts/server/index.ts";
import { type TestimonialInput, testimonialInput } from "../testimonial-input.ts";
import { SHOWN_MAX, type Testimonial, formatName, testimonialMessages } from "../testimonial.ts";
import { testimonial } from "./tables.ts";

/** Production never shows samples (D110). */
export async function findTestimonials({ db, config }: Context): Promise<Testimonial[]> {
  const { id, name, rating, message, sample } = testimonial;
  const rows = await db
    .select({ id, name, rating, message, sample })
    .from(testimonial)
    .where(
      and(
        eq(testimonial.hidden, false),
        config.profile === "production" ? eq(testimonial.sample, false) : undefined,
      ),
    )
    .orderBy(desc(testimonial.createdAt), desc(testimonial.id))
    .limit(SHOWN_MAX);
  return rows.map(({ sample: isSample, ...row }) => ({
    _id: row.id,
    ...row,
    ...(isSample && { sample: isSample }),
  }));
}

export async function checkSamples(context: Context): Promise<Finding[]> {
  const samples = (await findTestimonials(context)).filter(({ sample }) => sample);
  if (samples.length === 0) return [];
  const are = samples.length === 1 ? "is an invented sample" : "are invented samples";
  return [
    {
      about: "testimonials",
      what: `${samples.length} ${are} that visitors can see`,
      remedy: "Hide those that are marked as samples",
      screen: deskLinks.testimonials(),
    },
  ];
}

/** The limit of new testimonials for one customer (security §10). */
const TESTIMONIAL_LIMIT: Limit = { burst: 10, perMs: HOUR };

/**
 * Publishes a testimonial immediately, under the customer's first name and initial. A browser that got no response sends
 * the same testimonial again, so the same text is published only once.
 */
export async function saveTestimonial(context: Context, accountId: string, input: TestimonialInput) {
  const now = context.now();
  const limited = await refuseTooMany(context, [`testimonial:account:${accountId}`, TESTIMONIAL_LIMIT]);
  if (limited) return limited;
  return context.transact(async (tx) => {
    const customer = await lockAccount(tx, accountId);
    if (!customer) throw new Error(`account ${accountId} has a session but does not exist`);
    const saved = (await findPublished(tx, accountId, input)) ?? {
      id: generateUuid(now.getTime()),
      name: formatName(customer),
      ...input,
    };
    await tx
      .insert(testimonial)
      .values({ ...saved, accountId, hidden: false, createdAt: now })
      .onConflictDoNothing();
    return {
      success: true as const,
      message: testimonialMessages.received,
      testimonial: { _id: saved.id, ...saved },
    };
  });
}

async function findPublished(tx: Tx, accountId: string, { rating, message }: TestimonialInput) {
  const { id, name, hidden } = testimonial;
  const [row] = await tx
    .select({ id, name, rating: testimonial.rating, message: testimonial.message })
    .from(testimonial)
    .where(
      and(
        eq(testimonial.accountId, accountId),
        eq(hidden, false),
        eq(testimonial.rating, rating),
        eq(testimonial.message, message),
      ),
    );
  return row;
}

export const listAllTestimonials = ({ db }: Context, limit: number) =>
  db.select().from(testimonial).orderBy(desc(testimonial.createdAt), desc(testimonial.id)).limit(limit);

/** Hides a testimonial or shows it again (D43). Null if the id is unknown. */
export async function setTestimonialHidden({ db }: Context, id: string, isHidden: boolean) {
  if (!isId(id)) return null;
  const [row] = await db
    .update(testimonial)
    .set({ hidden: isHidden })
    .where(eq(testimonial.id, id))
    .returning();
  return row ?? null;
}

export async function listTestimonialValues({ db }: Context, prefix: string): Promise<SuggestedValue[]> {
  const rows = await db
    .select()
    .from(testimonial)
    .where(like(sql`${testimonial.id}::text`, `${prefix.replaceAll(/[^0-9a-f-]/g, "")}%`))
    .orderBy(desc(testimonial.createdAt), desc(testimonial.id))
    .limit(MAX_VALUES);
  return rows.map(({ id: value, name, message }) => ({
    value,
    summary: `${name}: ${message.slice(0, 60)}`,
  }));
}

export const listOwnTestimonials = (db: Db, accountId: string) =>
  db
    .select({
      name: testimonial.name,
      rating: testimonial.rating,
      message: testimonial.message,
      createdAt: testimonial.createdAt,
    })
    .from(testimonial)
    .where(eq(testimonial.accountId, accountId))
    .orderBy(desc(testimonial.createdAt));

export async function anonymiseTestimonials(tx: Tx, accountId: string): Promise<void> {
  await tx
    .update(testimonial)
    .set({ accountId: null, name: "A customer" })
    .where(eq(testimonial.accountId, accountId));
}

const FILE = "testimonials.json";

const testimonialsFile = v.array(
  v.object({
    name: v.pipe(v.string(), v.nonEmpty()),
    ...testimonialInput.entries,
    sample: v.optional(v.boolean(), false),
  }),
);

/** Imports the testimonials of the catalogue folder if the table is empty. Only logs a warning if they are invalid. */
export async function openTestimonials(context: Context): Promise<void> {
  const [any] = await context.db.select({ id: testimonial.id }).from(testimonial).limit(1);
  const samples = any ? [] : await readOwnerTestimonials(context);
  if (samples.length === 0) return;
  const now = context.now().getTime();
  const rows = samples.map((sample, index) => ({
    ...sample,
    id: getKey(sample),
    accountId: null,
    hidden: false,
    // The list shows the newest first, so earlier entries of the file get later times.
    createdAt: new Date(now - index),
  }));
  await context.db.insert(testimonial).values(rows).onConflictDoNothing();
}

async function readOwnerTestimonials({
  config,
  log,
}: Context): Promise<v.InferOutput<typeof testimonialsFile>> {
  try {
    const text = await readFile(path.join(config.catalogueDir, FILE), "utf8");
    return v.parse(testimonialsFile, JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    if (!isMissing)
      log.warn({ err: cause }, `${FILE} could not be read; the shop begins without testimonials`);
    return [];
  }
}

/** Returns an id derived from name and text, so that two processes that start at once insert no testimonial twice. */
function getKey({ name, message }: { name: string; message: string }): string {
  const digest = createHash("sha256").update(`${name}\n${message}`).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
