import * as v from "valibot";
import { desc, eq, like, sql } from "drizzle-orm";
import { parseCount } from "#contract/number.ts";
import type { Context } from "#platform/context.ts";
import {
  requireConfirmation,
  CommandRefused,
  defineCommand,
  defineJobs,
} from "#platform/operator/command.ts";
import { defineLimit, parseRequiredText } from "#platform/operator/command-values.ts";
import { toTable } from "#platform/operator/result-table.ts";
import { MAX_VALUES } from "#platform/operator/operator-socket.ts";
import type { SuggestedValue } from "#platform/operator/protocol.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import {
  listAllTestimonials,
  listTestimonialValues,
  setTestimonialHidden,
} from "#shop/testimonials/server/index.ts";
import { decideReview, findReview } from "./reviews.ts";
import { buildPictureHref, findPictures } from "./review-pictures.ts";
import { review } from "./tables.ts";
import { reviewList, testimonialList } from "../command-results.ts";

const limit = defineLimit(20);

const ID = { name: "id", summary: "the review or testimonial", kind: "review" } as const;

export const reviewCommand = defineCommand({
  ...reviewList,
  data: v.union([reviewList.data, testimonialList.data]),
  summary: "Lists reviews that wait for approval, newest first; or approves, declines or answers one.",
  preview: "rehearse",
  args: [{ ...ID, optional: true }],
  options: {
    all: { summary: "list approved and declined reviews too", flag: true },
    testimonials: { summary: "list the testimonials of the home page, including hidden ones", flag: true },
    limit: limit.option,
    approve: { summary: "show the review to everybody; approve low ratings too", flag: true },
    decline: {
      summary: "hide the review, if it has insults or personal data or is about another product",
      flag: true,
    },
    reply: { summary: "your answer below the review; a new answer replaces it", personal: true },
  },
  examples: [
    "reviews --testimonials",
    "reviews 0197a1f0-7c3e-7aaa-8f00-0123456789ab --approve",
    "reviews 0197a1f0-7c3e-7aaa-8f00-0123456789ab --decline",
    'reviews 0197a1f0-7c3e-7aaa-8f00-0123456789ab --reply "Thank you, Asha. A drop of oil helps."',
  ],
  ...defineJobs(ID, {
    "": {
      uses: ["all", "testimonials", "limit"],
      async run(context, { options }) {
        if (options["testimonials"])
          return formatTestimonials(await listAllTestimonials(context, limit.parse(options["limit"])));
        const rows = await context.db
          .select()
          .from(review)
          .where(options["all"] ? undefined : eq(review.status, "waiting"))
          .orderBy(desc(review.changedAt), desc(review.id))
          .limit(limit.parse(options["limit"]));
        const pictures = await findPictures(context.db, rows);
        const picturesOf = (id: string) =>
          (pictures.get(id) ?? []).map((picture) => buildPictureHref(context, picture.id));
        const getTitle = (productId: string) => findProductSummary(context, productId)?.title ?? productId;
        const data = rows.map((row) => ({
          ...row,
          product: getTitle(row.productId),
          pictures: picturesOf(row.id),
        }));
        return {
          ...toTable(
            data.map((each) => ({ ...each, ...toKey(each), photos: each.pictures.length || "" })),
            ["id", "changedAt", "product", "name", "rating", "message", "status", "reply", "photos"],
            HEADINGS,
          ),
          message: rows.length === 0 ? "No reviews are waiting for approval." : listPhotos(rows, picturesOf),
          data,
        };
      },
    },
    approve: {
      async run(context, input) {
        const { id = "" } = input.args;
        // An id with `@` was copied from the list, so the operator has read the review and needs no confirmation.
        if (!id.includes("@"))
          requireConfirmation(
            input,
            "Show this review to everyone, with its stars, its author's first name and the first letter of the last name?",
          );
        return decide(context, id, { status: "approved" });
      },
    },
    decline: { run: (context, { args }) => decide(context, args["id"], { status: "declined" }) },
    reply: {
      run(context, { args, options }) {
        const reply = parseRequiredText("reply", options["reply"], MAX_REPLY_LENGTH);
        return decide(context, args["id"], { reply });
      },
    },
  }),
});

const toKey = (each: { id: string; revision: number }) => ({ id: `${each.id}@${each.revision}` });

const HEADINGS = { changedAt: "Written", createdAt: "Written", rating: "Stars", reply: "Answer" };

/** Nobody can change the text of a testimonial, so its revision is always 1. */
const formatTestimonials = (rows: Awaited<ReturnType<typeof listAllTestimonials>>) => ({
  ...toTable(
    rows.map((row) => ({ ...row, id: `${row.id}@1`, shown: !row.hidden })),
    ["id", "createdAt", "name", "rating", "message", "sample", "shown"],
    HEADINGS,
  ),
  message: rows.length === 0 ? "There are no testimonials." : "",
  data: rows,
});

const listPhotos = (
  rows: readonly { id: string; name: string }[],
  picturesOf: (id: string) => string[],
): string =>
  rows
    .flatMap(({ id, name }) => picturesOf(id).map((href, at) => `Photo ${at + 1} by ${name}: ${href}`))
    .join("\n");

export async function listReviewValues(context: Context, prefix: string): Promise<SuggestedValue[]> {
  const rows = await context.db
    .select()
    .from(review)
    .where(like(sql`${review.id}::text`, `${prefix.replace(/@.*$/, "").replaceAll(/[^0-9a-f-]/g, "")}%`))
    .orderBy(sql`${review.status} <> 'waiting'`, desc(review.changedAt))
    .limit(MAX_VALUES);
  const reviews = rows.map(({ id, revision, name, rating, status, message }) => ({
    value: `${id}@${revision}`,
    summary: `${name}, ${rating} of 5, ${status}: ${message.slice(0, 60)}`,
  }));
  return [...reviews, ...(await listTestimonialValues(context, prefix))].slice(0, MAX_VALUES);
}

const MAX_REPLY_LENGTH = 1_000;

/** If the id contains a revision, the review must still have it. */
async function decide(context: Context, value = "", decision: Parameters<typeof decideReview>[2]) {
  const [id = "", revision] = value.split("@");
  const review = await findReview(context, id);
  if (!review) return decideTestimonial(context, id, decision);
  const decided = await decideReview(
    context,
    { ...review, revision: revision === undefined ? review.revision : (parseCount(revision) ?? 0) },
    decision,
  );
  if (!decided) throw new CommandRefused("The author has just changed this review. Please read it again.");
  const { name, rating, status, reply: ownerReply } = decided;
  return {
    facts: {
      review: id,
      from: name,
      stars: String(rating),
      status,
      ...(ownerReply !== null && { answer: ownerReply }),
    },
  };
}

async function decideTestimonial(context: Context, id: string, decision: Parameters<typeof decideReview>[2]) {
  const testimonial =
    "status" in decision ? await setTestimonialHidden(context, id, decision.status === "declined") : null;
  if (!testimonial)
    throw new CommandRefused(`There is no review "${id}". Check the id in the list of reviews.`);
  const { name, hidden } = testimonial;
  return { facts: { testimonial: id, from: name, shown: hidden ? "no" : "yes" } };
}
