import { openPaymentWindow } from "#shop/payments/endpoints.ts";
import { type Answer, ask, waitBeforeRetry, sendPost, type Visit } from "./shop-calls.ts";
import type { Checkout } from "./checkout.ts";

/** With the test provider: its window, then the card. Who receives nothing asks for the window again. */
export async function payByCard(visit: Visit, checkout: Checkout, orderId: string): Promise<void> {
  for (;;) {
    const opened = await retryUntilFinal(visit, (once) =>
      sendPost(once, openPaymentWindow.path, checkout.member, { orderId, again: true }),
    );
    if (opened.code === "paid") break;
    if (opened.status !== 200) {
      visit.seen.anomalies.push(`POST ${openPaymentWindow.path}: ${opened.status} ${opened.code}`);
      return;
    }
    visit.seen.windows++;
    const { window } = opened.body as { window: string };
    const paid = await ask(visit, `${window}/card`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ number: "4111 1111 1111 1111", expiry: "12/30", cvv: "123", name: "Asha" }),
    });
    if (paid?.status === 303) break;
    await waitBeforeRetry(visit);
  }
  checkout.isCharged = true;
  visit.seen.charged++;
}

export async function retryUntilFinal(
  visit: Visit,
  once: (visit: Visit) => Promise<Answer | null>,
): Promise<Answer> {
  for (;;) {
    const answer = await once(visit);
    if (answer && answer.status !== 503 && answer.status < 500) return answer;
    await waitBeforeRetry(visit);
  }
}
