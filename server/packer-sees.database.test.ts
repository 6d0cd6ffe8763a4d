import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { OperatorReply } from "#platform/operator/protocol.ts";
import { type OperatorRole, toRole } from "#platform/operator/roles.ts";
import { runCommand } from "#platform/operator/run-command.ts";
import { IdleProcess } from "#platform/processes/idle-process.ts";
import { signInCustomer } from "../tests/support/customer.ts";
import { isLongForm } from "../tests/support/long-form.ts";
import { sampleSeller } from "../tests/support/samples.ts";
import { setSeller } from "../tests/support/products.ts";
import { buy, context, payWith, provider, setUpShop, testShop } from "../tests/support/test-shop.ts";
import { commands } from "./commands.ts";

setUpShop({
  goods: [
    { id: "acacia-bowl", title: "Acacia Everyday Bowl", price: 249_900, onHand: 30 },
    { id: "teak-tray", title: "Rasoi Teak Tray", price: 50_000, onHand: 30 },
  ],
});

let waiting: string;
let unpaid: string;
let sent: string;
let replaced: string;
let gift: string;
let asked: string;
let returned: string;

async function sellSeven(): Promise<void> {
  await setSeller(context, sampleSeller);
  const sell = async (how: { gift?: { message: string }; paid?: boolean } = {}) => {
    const by = await signInCustomer(context, { email: `asha.${context.now().getTime()}@mail.example` });
    const bought = await buy(testShop, "acacia-bowl", {
      by,
      quantity: 2,
      ...(how.gift && { gift: how.gift }),
    });
    if (how.paid !== false) await payWith(testShop, provider.url, bought);
    context.clock.advance(1_000);
    return bought.order.orderId;
  };
  const [one, two, three, four, five, six, seven] = [
    await sell(),
    await sell({ paid: false }),
    await sell(),
    await sell(),
    await sell({ gift: { message: "Happy Diwali" } }),
    await sell(),
    await sell(),
  ];
  [waiting, unpaid, sent, replaced, gift, asked, returned] = [one, two, three, four, five, six, seven];
  for (const [orderId, number] of [
    [sent, "1001"],
    [replaced, "1002"],
    [returned, "1003"],
  ] as const)
    await sayAsOwner("orders dispatch", { orderId }, { courier: "Delhivery", number });
  await sayAsOwner("orders deliver", { orderId: replaced });
  await sayAsOwner("orders deliver", { orderId: returned });
  await sayAsOwner("orders replace", { orderId: replaced }, { line: "acacia-bowl:1", reason: "Broken" });
  await context.database.pool.query(
    `update orders set cancellation_status = 'Pending', cancellation_requested_at = now() where order_id = $1`,
    [asked],
  );
  await sayAsOwner("orders cancel", { orderId: waiting }, { line: "acacia-bowl:1", reason: "Broken" });
  await sayAsOwner("orders refund", { orderId: sent }, { amount: "10", reason: "Late" });
  await context.settle();
}

async function say(
  role: OperatorRole | undefined,
  name: string,
  { args = {}, options = {}, more = {} }: CommandValues = {},
): Promise<OperatorReply> {
  const [noun = "", verb = ""] = name.split(" ");
  const typed = { noun, verb, args, options, folder: "/", osUser: "ravi", confirmed: false, role, ...more };
  return runCommand(context, commands, typed, () => {});
}

interface CommandValues {
  args?: Record<string, string>;
  options?: Record<string, string>;
  more?: object;
}

async function sayAsOwner(name: string, args: Record<string, string>, options: Record<string, string> = {}) {
  const reply = await say(undefined, name, { args, options, more: { confirmed: true } });
  expect(reply, JSON.stringify(reply)).toMatchObject({ outcome: "done" });
}

/** Values for a packer's arguments and options, by name. Some contain parts of data that a packer may not see. */
const values = (): Readonly<Record<string, readonly string[]>> => {
  const orders = [waiting, gift, replaced, ...(isLongForm ? [unpaid, sent, asked, returned] : [])];
  const everyOrder = [...orders, "TRV-NONE00"];
  return {
    orderId: everyOrder,
    status: ["Pending", "Processing", "Delivered", "Cancelled"],
    since: ["2026-11-20", "2026-11-21"],
    until: ["2026-11-19", "2026-11-20"],
    search: [
      ..."asha asha.1 mail.example example hidden company 27AAPFU0939F1ZV secret note".split(" "),
      ..."abcdefghijklmnopqrstuvwxyz0123456789".split(""),
      ..."pat pune 98765 acacia 1001 card 499800 4998 diwali".split(" "),
    ],
    group: ["to-pack", "on-their-way", "to-answer", "unpaid", "delivered", "cancelled"],
    action: ["orders dispatch"],
    orders: [everyOrder.join("\n")],
    limit: ["1", "3", "99"],
    "to-pack": ["on"],
    slip: ["on"],
    label: ["on"],
    card: ["on"],
    together: ["on"],
    line: ["acacia-bowl:1", "teak-tray:1"],
    parcel: ["1", "2"],
    into: [""],
    from: [],
    list: [],
    for: ["dispatch"],
    columns: ["order=1 number=2"],
    "skip-faulty": ["on"],
    courier: ["Delhivery"],
    number: ["4711"],
    link: ["https://courier.example/4711"],
  };
};

/** Inputs that an owner may use and a packer may not. */
const owners: readonly CommandValues[] = [
  ..."abcdefghijklmnopqrstuvwxyz@.".split("").map((customer) => ({ options: { customer } })),
  { options: { group: "to-answer" } },
  { options: { action: "orders cancel" } },
  { options: { payment: "refunded" } },
  { options: { challan: "on" } },
  { options: { copies: "on" } },
];

function* listQuestions(): Generator<{ name: string; said: CommandValues }> {
  for (const command of commands) {
    const open = toRole(command, "packer");
    if (!open) continue;
    const name = `${open.noun} ${open.verb}`;
    const inputs = values();
    const args = open.args.flatMap((arg) => (inputs[arg.name] ?? []).map((value) => ({ [arg.name]: value })));
    const options = Object.keys(open.options).flatMap((option) =>
      (inputs[option] ?? []).map((value) => ({ [option]: value })),
    );
    for (const each of [...options, {}]) {
      yield { name, said: { options: each } };
      for (const one of args) yield { name, said: { args: one, options: each } };
    }
    for (const one of args) {
      const parcel = { courier: "Delhivery", number: "4711" };
      if (name === "orders dispatch")
        for (const more of [{ ...parcel }, { ...parcel, line: "acacia-bowl:1" }, { ...parcel, parcel: "2" }])
          // Run the command with --dry-run and then without it. The second run changes nothing, because it ends with a
          // question. A shipped order gets a new tracking number without a question, so use --dry-run both times.
          for (const dryRun of [true, [sent, returned, replaced].includes(one["orderId"] ?? "")])
            yield { name, said: { args: one, options: more, more: { dryRun } } };
    }
    for (const each of owners) yield { name, said: each };
  }
}

async function askEverything(): Promise<Map<string, string>> {
  // Drawing a document takes long, so each printed file contains the data for the drawing instead.
  vi.spyOn(IdleProcess.prototype, "ask").mockImplementation(async (job) =>
    (job as { kind: string }).kind === "letters" ? [] : Buffer.from(JSON.stringify(job)),
  );
  const answers = new Map<string, string>();
  for (const { name, said } of listQuestions()) {
    const filesIn = await mkdtemp(path.join(os.tmpdir(), "packer-"));
    onTestFinished(() => rm(filesIn, { recursive: true, force: true }));
    const reply = await say("packer", name, {
      ...said,
      more: { ...said.more, filesIn, folder: filesIn },
    });
    const papers: string[] = [];
    for (const file of (await readdir(filesIn)).toSorted())
      papers.push(file, await readFile(path.join(filesIn, file), "utf8"));
    answers.set(
      `${name} ${JSON.stringify(said)}`,
      JSON.stringify([reply, papers])
        .replaceAll(filesIn, "")
        .replaceAll(/"updatedAt":"[^"]+"/g, ""),
    );
  }
  return answers;
}

/** Changes the e-mail address, amounts, company, notes and return requests, which a packer may not see. */
async function changeWhatIsHidden(): Promise<void> {
  for (const statement of [
    `update orders set contact = contact || jsonb_build_object('email', 'hidden' || md5(order_id) || '@else.example'),
       subtotal = subtotal * 3, cgst = cgst * 3, sgst = sgst * 3, total = total * 3, coupon = coupon * 3,
       payable = payable * 3, refund_amount = refund_amount * 2, payment_method = 'upi',
       company_invoice = '{"company":"Hidden Company","gstin":"27AAPFU0939F1ZV","address":"Secret Road"}',
       cancellation_reasons = '["secret"]', cancellation_comments = 'secret', cancellation_words = 'secret'`,
    `update orders set payment_status = 'Failed' where payment_status = 'Pending'`,
    `update orders set return_request = '{"status":"Requested","reasons":["secret"],"comments":"","pieces":[],"requestedAt":"2026-11-20T09:00:00.000Z"}'
       where status = 'Delivered'`,
    `update order_line set unit_price = unit_price * 3, gst_rate = 5`,
    `update challan set lines = jsonb_set(lines, '{0,unitPrice}', '1')`,
    `insert into order_note select gen_random_uuid(), id, 'secret note', now() from orders`,
    `update account set email = 'hidden' || md5(id::text) || '@else.example'`,
  ])
    await context.database.pool.query(statement);
}

describe("data hidden from a packer (T53)", () => {
  test("no response to a packer depends on data that a packer may not see", async () => {
    await sellSeven();
    const previous = await askEverything();
    expect(previous.size).toBeGreaterThan(300);
    await changeWhatIsHidden();
    const after = await askEverything();
    const different = [...previous].flatMap(([question, answer]) =>
      after.get(question) === answer ? [] : [{ question, answer, after: after.get(question) }],
    );
    expect(different.map(({ question }) => question)).toEqual([]);
    expect(different).toEqual([]);
  });

  test("if data that is hidden from packers changes, the owner's responses change, so the packer tests can detect a leak", async () => {
    await sellSeven();
    const ask = () => say(undefined, "orders list", { options: { search: "mail.example" } });
    const previous = await ask();
    await changeWhatIsHidden();
    expect(await ask()).not.toEqual(previous);
  });

  test("the packer tests have a value for every argument and option of a command that a packer can use", () => {
    const inputs = values();
    const untried = commands.flatMap((command) => {
      const open = toRole(command, "packer");
      return open
        ? [...open.args.map(({ name }) => name), ...Object.keys(open.options)].filter((name) => !inputs[name])
        : [];
    });
    expect(untried).toEqual([]);
  });

  test.for([
    ["orders print", { challan: "on", "to-pack": "on" }, "challan"],
    ["orders print", { copies: "on", "to-pack": "on" }, "copies"],
  ] as const)("a packer's command %s with %j is refused with a reason", async ([name, options, refused]) => {
    expect(await say("packer", name, { options })).toEqual({
      outcome: "refused",
      message: "",
      fields: { [refused]: "Only the owner can use this." },
    });
  });

  test("error messages about a parcel file that a packer uploads contain no hidden data", async () => {
    await sellSeven();
    const filesIn = await mkdtemp(path.join(os.tmpdir(), "packer-"));
    onTestFinished(() => rm(filesIn, { recursive: true, force: true }));
    const rows = [waiting, unpaid, sent, replaced, gift, asked, returned].map(
      (orderId) => `${orderId},Delhivery,77`,
    );
    await writeFile(path.join(filesIn, "list.csv"), ["order,courier,number", ...rows].join("\n"));
    const ask = async () =>
      JSON.stringify(
        await say("packer", "orders dispatch", {
          options: { from: "list.csv" },
          more: { filesIn, folder: filesIn },
        }),
      );
    const previous = await ask();
    await changeWhatIsHidden();
    expect(await ask()).toBe(previous);
  });
});
