import { desc, eq, like, sql } from "drizzle-orm";
import { formatDateTime } from "#contract/dates.ts";
import type { Context } from "#platform/context.ts";
import { isId } from "#platform/ids.ts";
import { type Command, defineCommand, CommandRefused } from "#platform/operator/command.ts";
import { MOST_VALUES } from "#platform/operator/operator-socket.ts";
import type { KnownValue } from "#platform/operator/protocol.ts";
import { testimonial } from "./tables.ts";

const list = defineCommand({
  noun: "testimonials",
  verb: "list",
  reads: true,
  summary: "What customers wrote, newest first, those that are hidden too.",
  args: [],
  options: {
    hidden: { summary: "only those that are hidden", flag: true },
    newest: { summary: "only so many", kind: "number" },
  },
  examples: ["testimonials list", "testimonials list --hidden", "testimonials list --newest 20"],
  async run({ db }, { options }) {
    const newest = options["newest"];
    const query = db
      .select()
      .from(testimonial)
      .where(options["hidden"] ? eq(testimonial.hidden, true) : undefined)
      .orderBy(desc(testimonial.createdAt), desc(testimonial.id));
    const rows = await (newest === undefined ? query : query.limit(Number(newest)));
    return {
      columns: ["Id", "Written", "Name", "Stars", "Message", "Shown"],
      rows: rows.map(({ id, createdAt, name, rating, message, hidden }) => [
        id,
        formatDateTime(createdAt),
        name,
        rating,
        message,
        hidden ? "no" : "yes",
      ]),
      message: rows.length === 0 ? "There are no testimonials here." : "",
      data: rows,
    };
  },
});

/** The testimonials, newest first. */
export async function listTestimonialValues({ db }: Context, begin: string): Promise<KnownValue[]> {
  const found = await db
    .select()
    .from(testimonial)
    .where(like(sql`${testimonial.id}::text`, `${begin.replaceAll(/[^0-9a-f-]/g, "")}%`))
    .orderBy(desc(testimonial.createdAt), desc(testimonial.id))
    .limit(MOST_VALUES);
  return found.map(({ id: value, name, message }) => ({
    value,
    summary: `${name}: ${message.slice(0, 60)}`,
  }));
}

const hide = defineCommand({
  noun: "testimonials",
  verb: "hide",
  summary: "Hide a testimonial.",
  preview: "rehearse",
  args: [{ name: "id", summary: "the testimonial, as in: testimonials list", kind: "testimonial" }],
  options: {},
  examples: ["testimonials hide 0197a1f0-7c3e-7aaa-8f00-0123456789ab"],
  run: (context, { args }) => setHidden(context, args["id"], true),
});

const show = defineCommand({
  noun: "testimonials",
  verb: "show",
  summary: "Show a hidden testimonial again.",
  preview: "rehearse",
  args: [{ name: "id", summary: "the testimonial, as in: testimonials list --hidden", kind: "testimonial" }],
  options: {},
  examples: ["testimonials show 0197a1f0-7c3e-7aaa-8f00-0123456789ab"],
  run: (context, { args }) => setHidden(context, args["id"], false),
});

/** The operator's commands for the testimonials (D43). */
export const testimonialCommands: Command[] = [list, hide, show];

async function setHidden({ db }: Context, id = "", hidden: boolean) {
  const changed = isId(id)
    ? await db.update(testimonial).set({ hidden }).where(eq(testimonial.id, id)).returning()
    : [];
  const [row] = changed;
  if (!row) throw new CommandRefused(`There is no testimonial "${id}". See: testimonials list`);
  return { facts: { testimonial: id, from: row.name, shown: hidden ? "no" : "yes" } };
}
