import * as v from "valibot";
import { defineCommandList, defineCommandObject, moment } from "#contract/command-data.ts";
import { finding } from "#contract/operator-results.ts";

const task = { ...finding, screen: v.string() };
const urgentTask = v.object({
  ...task,
  /** The time of the order, the request or the message. */
  since: moment,
  /** The end of the day, or the time, by which the task must be done. Null if there is none. */
  dueAt: v.nullable(moment),
  isOverdue: v.boolean(),
});
const sales = v.object({ orders: v.number(), soldPaise: v.number(), refundedPaise: v.number() });

export const todayData = defineCommandObject("today", {
  /** The tasks of a new shop before it has real customers. Empty when all are done. */
  firstSteps: v.array(
    v.object({
      name: v.picklist(["name", "seller", "products", "order", "payments", "mail", "backup"]),
      isDone: v.boolean(),
      /** Describes the task. For some steps that are done, describes the result instead. */
      what: v.string(),
    }),
  ),
  /** The orders to pack, earliest deadline first. */
  toPack: v.array(urgentTask),
  /** The customers to answer, earliest deadline first. */
  toAnswer: v.array(urgentTask),
  comingBack: v.array(v.object(task)),
  lowStock: v.array(v.object(task)),
  /** Problems with payments or the disk, undelivered events (for example e-mails), and products without an HSN code. */
  trouble: v.array(v.object(finding)),
  sinceMidnight: sales,
  yesterday: sales,
  /** The last 7 days including today. `weekBefore` are the 7 days before. */
  week: sales,
  weekBefore: sales,
});

/**
 * The products with a stock count that are low in stock or sold recently, most urgent first. `daysLeft` is 0 if no
 * piece is left. Otherwise it is null if no piece was sold recently.
 */
export const reportStock = defineCommandList("report stock", {
  productId: v.string(),
  title: v.string(),
  left: v.number(),
  sold: v.number(),
  daysLeft: v.nullable(v.number()),
  waiting: v.number(),
});
