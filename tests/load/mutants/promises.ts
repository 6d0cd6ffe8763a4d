/** A promise of docs/security.md, broken once on purpose, and the proof that must go red by it. */
export interface Mutant {
  promise: string;
  /** The fault, in words. */
  broken: string;
  /** The text that stands in `file` exactly once, and what takes its place. */
  file: string;
  from: string;
  to: string;
  proof: TestProof | LoadProof;
}

/** A test file; one whose title has `title` in it must fail. */
export interface TestProof {
  test: string;
  title: string;
  /** The project to run, where the database may be either: transactions run beside one another on the server only. */
  project: "unit" | "features-embedded" | "features-server";
}

/** A program by its name in `npm run`, with its words; a figure with `figure` in its name must be missed. */
export interface LoadProof {
  program: string;
  words: readonly string[];
  figure: string;
}

export const mutants: readonly Mutant[] = [
  {
    promise: "nothing is sold twice",
    broken: "stock is read without holding it",
    file: "shop/inventory/server/reservations.ts",
    from: "await holdStock(tx, await readStates(tx, wanted), { isSold: true })",
    to: "await readStates(tx, wanted)",
    proof: {
      test: "shop/inventory/server/reservations.test.ts",
      title: "exactly 10 of many buyers get one of 10 bowls",
      project: "features-server",
    },
  },
  {
    promise: "one key makes one order",
    broken: "the order of a key is not looked for",
    file: "shop/checkout/server/place-order.ts",
    from: "if (!order) return null;",
    to: "if (order !== undefined) return null;",
    proof: {
      test: "shop/checkout/server/place-order.races.test.ts",
      title: "sent many times at once makes one order",
      project: "features-server",
    },
  },
  {
    promise: "money is taken once",
    broken: "a payment that was captured can be paid again",
    file: "shop/payments/server/test-provider/pay.ts",
    from: "if (!session || !canPay(session, context.now()))",
    to: "if (!session)",
    proof: {
      test: "shop/payments/server/payments.test.ts",
      title: "twice at once takes the money once",
      project: "features-embedded",
    },
  },
  {
    promise: "only the amount that was asked for pays an order",
    broken: "amount and currency are not compared",
    file: "shop/payments/server/payment-events.ts",
    from: "(state.amountPaise !== row.amount || state.currency !== row.currency)",
    to: "state.amountPaise < 0",
    proof: {
      test: "shop/payments/server/payments.webhook.test.ts",
      title: "is flagged and fulfils nothing",
      project: "features-embedded",
    },
  },
  {
    promise: "never more goes back than was paid",
    broken: "what went back before is not subtracted",
    file: "shop/orders/server/refunds.ts",
    from: "payable - (refundAmount ?? 0)",
    to: "payable - 0 * (refundAmount ?? 0)",
    proof: {
      test: "shop/orders/server/refund-order.test.ts",
      title: "never more than was paid",
      project: "features-embedded",
    },
  },
  {
    promise: "forged news of Razorpay pays nothing",
    broken: "any signature is taken",
    file: "shop/payments/server/razorpay/webhook.ts",
    from: ".includes(true);",
    to: ".length > 0;",
    proof: {
      test: "shop/payments/server/razorpay/razorpay.news.test.ts",
      title: "forged, tampered with or unsigned",
      project: "features-embedded",
    },
  },
  {
    promise: "forged news of the test provider pays nothing",
    broken: "any signature of the right length is taken",
    file: "shop/payments/server/test-provider/test-payments.ts",
    from: "given.length === expected.length && timingSafeEqual(given, expected)",
    to: "given.length === expected.length",
    proof: {
      program: "attack",
      words: ["webhooks", "--engine", "embedded"],
      figure: "test provider: forged messages accepted",
    },
  },
  {
    promise: "tax is exact to the paisa",
    broken: "half a paisa is cut off",
    file: "contract/money.ts",
    from: "+ 5_000) / 10_000",
    to: ") / 10_000",
    proof: { test: "shop/pricing/totals.test.ts", title: "rounds each tax half up", project: "unit" },
  },
  {
    promise: "invoice numbers have no gap",
    broken: "the number is taken outside of the transaction",
    file: "shop/orders/server/issue-invoice.ts",
    from: "await takeNextSerial(tx, invoiceSeries, series)",
    to: "await takeNextSerial(context.db as unknown as Tx, invoiceSeries, series)",
    proof: {
      test: "shop/invoices/server/issue-invoice.test.ts",
      title: "leave no gap and no number twice",
      project: "features-server",
    },
  },
  {
    promise: "an order can be cancelled for 24 hours, no longer",
    broken: "the deadline is not looked at",
    file: "shop/orders/cancellation.ts",
    from: "now.getTime() > getCancellationDeadline(order).getTime() ?",
    to: "now.getTime() < 0 ?",
    proof: {
      test: "shop/orders/cancellation.test.ts",
      title: "until 24 hours after it was placed",
      project: "unit",
    },
  },
  {
    promise: "what is acknowledged survives a power cut",
    broken: "fsync is replaced by nothing",
    file: "platform/database/embedded/embedded-worker.ts",
    from: "if (nfd !== undefined) fsyncSync(nfd);",
    to: "if (nfd === -1) fsyncSync(nfd);",
    proof: {
      test: "platform/database/embedded/embedded.database.test.ts",
      title: "synced the disk exactly once",
      project: "features-embedded",
    },
  },
  {
    promise: "two processes never share a data folder",
    broken: "the lock of the folder is not exclusive",
    file: "platform/database/embedded/engine.ts",
    from: "begin exclusive",
    to: "begin",
    proof: {
      test: "platform/database/embedded/embedded.database.test.ts",
      title: "refuses a second shop",
      project: "features-embedded",
    },
  },
  {
    promise: "what has happened is delivered",
    broken: "a delivery that failed counts as done",
    file: "platform/outbox/outbox.ts",
    from: ": { runAt: new Date(now().getTime() + pause) }",
    to: ": { doneAt: now(), runAt: new Date(now().getTime() + pause) }",
    proof: {
      test: "platform/outbox/outbox.database.test.ts",
      title: "a failing subscriber is tried again",
      project: "features-embedded",
    },
  },
  {
    promise: "a killed process's deliveries are another's",
    broken: "a delivery is its process's for a thousand hours",
    file: "platform/outbox/outbox.ts",
    from: "const LEASE_MS = 25 * SECOND;",
    to: "const LEASE_MS = 1_000 * HOUR + SECOND;",
    proof: {
      test: "platform/outbox/outbox.database.test.ts",
      title: "and another's half a minute after it died",
      project: "features-server",
    },
  },
  {
    promise: "what one process changes is seen at every other (T30)",
    broken: "events are not sent to the other processes",
    file: "platform/http/socket-server.ts",
    from: "await link?.send(news);",
    to: "void link;",
    proof: { program: "cluster", words: ["heard"], figure: "an order at another process heard after" },
  },
  {
    promise: "who logs out is out on every process (T7)",
    broken: "the end of a session is not published",
    file: "shop/accounts/server/sessions.ts",
    from: "for (const each of ended) await context.outbox.publish(tx, sessionEnded, each);",
    to: "for (const each of ended.slice(ended.length)) await context.outbox.publish(tx, sessionEnded, each);",
    proof: {
      test: "shop/accounts/server/sessions.test.ts",
      title: "a logout ends the session at once",
      project: "features-embedded",
    },
  },
  {
    promise: "a stolen token is worthless without its cookie (T5)",
    broken: "the cookie of a session is not compared",
    file: "shop/accounts/server/sessions.ts",
    from: "session.cookie_hash is null or session.cookie_hash = $2)",
    to: "session.cookie_hash is null or $2::text is distinct from '')",
    proof: {
      test: "shop/accounts/server/sessions.test.ts",
      title: "is worthless without its cookie",
      project: "features-embedded",
    },
  },
  {
    promise: "an order is shown to its own customer alone (T11)",
    broken: "an order is found by its number, whoever asks",
    file: "shop/orders/server/read-orders.ts",
    from: ".where(and(whereOrder(given), eq(orders.accountId, accountId)));",
    to: ".where(whereOrder(given));",
    proof: {
      test: "shop/checkout/server/place-order.key.test.ts",
      title: "cannot be found by any of its names",
      project: "features-server",
    },
  },
  {
    promise: "a mailed code is compared five times at most (T1)",
    broken: "tries are not limited",
    file: "shop/accounts/server/reset-password.ts",
    from: "lt(passwordReset.tries, RESET_CODE_TRIES)",
    to: "lt(passwordReset.tries, 1_000 * RESET_CODE_TRIES)",
    proof: {
      test: "shop/accounts/server/reset-password.abuse.test.ts",
      title: "at most five are compared",
      project: "features-embedded",
    },
  },
  {
    promise: "a limit allows so many and no more",
    broken: "every use is allowed",
    file: "platform/limits/rate-limit.ts",
    from: "allowed = rate_limit.full_at <= $4::timestamptz,",
    to: "allowed = rate_limit.full_at <= $4::timestamptz or true,",
    proof: {
      test: "platform/limits/rate-limit.database.test.ts",
      title: "of fifty at once exactly the burst",
      project: "features-server",
    },
  },
  {
    promise: "under any load orders go on (T36)",
    broken: "calls are never refused",
    file: "platform/limits/admission.ts",
    from: "if (all >= capacity.calls ||",
    to: "if (all >= 1_000 * capacity.calls ||",
    proof: {
      test: "platform/limits/admission.test.ts",
      title: "pages are turned away first",
      project: "unit",
    },
  },
  {
    promise: "a damaged backup is noticed (T29)",
    broken: "neither rows nor seal are compared",
    file: "platform/backup/read-backup.ts",
    from: 'if (seal.sealed !== whole.digest("hex")) refuseIncomplete(file, "its seal is broken");',
    to: 'if (seal.sealed === whole.digest("hex").slice(1)) refuseIncomplete(file, "its seal is broken");',
    proof: { test: "platform/backup/backup.database.test.ts", title: "(T29)", project: "features-embedded" },
  },
  {
    promise: "a forged backup is refused (T45)",
    broken: "whoever has signed is believed",
    file: "platform/backup/read-backup.ts",
    from: "if (signers.keys.includes(signer)) return;",
    to: "if (signer) return;",
    proof: {
      test: "platform/backup/backup.database.test.ts",
      title: "a forged one with seals computed anew",
      project: "features-embedded",
    },
  },
  {
    promise: "a new version breaks no open one (T46)",
    broken: "open processes are not looked for",
    file: "platform/database/migrate.ts",
    from: "if (applied.size > 0) await refuseBesideEarlier(client, pending, log);",
    to: "if (applied.size < 0) await refuseBesideEarlier(client, pending, log);",
    proof: {
      test: "platform/database/migrate.database.test.ts",
      title: "a breaking migration changes nothing (T46)",
      project: "features-server",
    },
  },
  {
    promise: "nothing of a person is in the log (T24)",
    broken: "personal fields are not struck out",
    file: "platform/observe/log.ts",
    from: "SECRET.test(name) || PERSONAL.test(name) ?",
    to: "SECRET.test(name) ?",
    proof: {
      test: "platform/observe/log.test.ts",
      title: "secrets and personal data are struck out",
      project: "unit",
    },
  },
  {
    promise: "no link leads off the shop (T10)",
    broken: "a path with two slashes is taken",
    file: "contract/redirect.ts",
    from: 'resolved.origin !== HERE || path.startsWith("//") || hasDoubleSlash(path)',
    to: "resolved.origin !== HERE",
    proof: { test: "contract/redirect.test.ts", title: "(T10)", project: "unit" },
  },
];
