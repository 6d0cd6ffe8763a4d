import { openMailServer } from "../../support/mails.ts";
import { openRazorpayServer } from "../../support/razorpay-server.ts";
import { type Proxy, openProxy } from "../proxy.ts";
import type { Scenario } from "../scenario.ts";
import { proveMails, proveTakeover } from "./mails.ts";
import { provePayments } from "./refunds.ts";
import { runInCluster, SIZE } from "./run-in-cluster.ts";

const MAILS = 1_500;
const HELD_MAILS = 60;
const ORDERS = 12;

export const claimed: Scenario = {
  name: "claimed",
  summary:
    "mails, refunds and open payments of all processes are done once; those of a killed one by another",
  threat: "T28",
  engines: ["server"],
  inShortForm: false,
  async run(run) {
    const post = await openPostOffices(SIZE);
    const razorpay = await openRazorpayServer();
    const { settings } = razorpay;
    const customers = MAILS + HELD_MAILS + ORDERS;
    try {
      return await runInCluster({ customers, settings, settingsOf: post.settingsOf }, async (cluster) => {
        const [mailed, held] = [cluster.customers.slice(0, MAILS), cluster.customers.slice(MAILS, -ORDERS)];
        return [
          ...(await proveMails(run, cluster, post, mailed)),
          ...(await proveTakeover(run, cluster, post, held)),
          ...(await provePayments(run, cluster, razorpay, cluster.customers.slice(-ORDERS))),
        ];
      });
    } finally {
      await razorpay.close();
      await post.close();
    }
  },
};

/** A mail server for each process, so that it shows who sent what. */
export interface PostOffices {
  settingsOf(process: number): Record<string, string>;
  /** The recipients of what a process has sent, one for each mail. */
  listRecipients(process: number): string[];
  proxies: readonly Proxy[];
  close(): Promise<void>;
}

export async function openPostOffices(size: number): Promise<PostOffices> {
  const servers = await Promise.all(Array.from({ length: size }, () => openMailServer()));
  const proxies = await Promise.all(servers.map(({ port }) => openProxy(port)));
  return {
    proxies,
    settingsOf: (process) => ({
      SMTP_URL: `smtp://127.0.0.1:${proxies[process]?.port}`,
      MAIL_FROM: "Taruva <shop@taruva.example>",
      MAIL_TO: "owner@taruva.example",
    }),
    listRecipients: (process) =>
      (servers[process]?.heard ?? []).flatMap((line) => /^RCPT TO:<(.*)>/.exec(line)?.[1] ?? []),
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
      await Promise.all(servers.map((server) => server.close()));
    },
  };
}
