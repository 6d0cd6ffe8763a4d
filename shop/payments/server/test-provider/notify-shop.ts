import { createHmac } from "node:crypto";
import { SECOND } from "#contract/time.ts";
import type { Context } from "#platform/context.ts";
import { receiveTestWebhook } from "../../endpoints.ts";
import { getSelfUrl } from "../open-payments.ts";
import type { ProviderNews } from "../provider-news.ts";
import { readTestKeys, SIGNATURE_HEADER } from "./keys.ts";

/** Carries one piece of news to the shop over HTTP, signed. @throws when it was not taken; then it is brought again. */
export async function notifyShop(context: Context, news: ProviderNews, signal: AbortSignal): Promise<void> {
  const { webhookSecret } = await readTestKeys(context);
  const body = JSON.stringify(news);
  const answer = await fetch(getSelfUrl(context) + receiveTestWebhook.path, {
    method: "POST",
    redirect: "error",
    signal: AbortSignal.any([signal, AbortSignal.timeout(8 * SECOND)]),
    headers: {
      "content-type": "application/json",
      [SIGNATURE_HEADER]: createHmac("sha256", webhookSecret).update(body).digest("hex"),
    },
    body,
  });
  if (!answer.ok) throw new Error(`The shop answered ${answer.status} to its webhook.`);
}
