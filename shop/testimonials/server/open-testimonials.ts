import { and, eq, notInArray } from "drizzle-orm";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import type { Context } from "#platform/context.ts";
import { testimonialInput } from "../testimonial-input.ts";
import { testimonial } from "./tables.ts";

const FILE = "testimonials.json";

const ownersFile = v.array(
  v.object({
    name: v.pipe(v.string(), v.nonEmpty()),
    ...testimonialInput.entries,
    sample: v.optional(v.boolean(), false),
  }),
);

/**
 * Brings the owner's testimonials in at the first start: once there is any, nothing more is taken from the file, but
 * samples that no longer stand in it go. A file that is missing has none; one that does not fit is logged and changes nothing.
 */
export async function openTestimonials(context: Context): Promise<void> {
  const written = await readOwnerTestimonials(context);
  if (written === null) return;
  const [any] = await context.db.select({ id: testimonial.id }).from(testimonial).limit(1);
  if (any) return dropSamplesExcept(context, written.map(getKey));
  if (written.length === 0) return;
  const now = context.now().getTime();
  const rows = written.map((one, index) => ({
    ...one,
    id: getKey(one),
    accountId: null,
    hidden: false,
    // Newest first is the order of the file.
    createdAt: new Date(now - index),
  }));
  await context.db.insert(testimonial).values(rows).onConflictDoNothing();
}

async function dropSamplesExcept({ db }: Context, kept: string[]): Promise<void> {
  await db.delete(testimonial).where(and(eq(testimonial.sample, true), notInArray(testimonial.id, kept)));
}

async function readOwnerTestimonials({
  config,
  log,
}: Context): Promise<v.InferOutput<typeof ownersFile> | null> {
  try {
    const text = await readFile(path.join(config.catalogueDir, FILE), "utf8");
    return v.parse(ownersFile, JSON.parse(text.replace(/^\uFEFF/, "")));
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    if (isMissing) return [];
    log.warn({ err: cause }, `${FILE} could not be read; the testimonials stay as they are`);
    return null;
  }
}

/** The same words have the same key, so two processes that open at once bring them in once. */
function getKey({ name, message }: { name: string; message: string }): string {
  const digest = createHash("sha256").update(`${name}\n${message}`).digest("hex");
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, "$1-$2-$3-$4-$5");
}
