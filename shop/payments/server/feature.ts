import type { Feature } from "#platform/feature.ts";
import { checkPayments, checkPaymentSettings, checkProvider } from "./check-payments.ts";
import { paymentCommands } from "./commands.ts";
import { paymentJobs } from "./jobs.ts";
import { onWebhookStored } from "./payment-events.ts";
import { openPayments } from "./providers.ts";
import { onRefundRequested } from "./refunds.ts";
import { paymentRoutes } from "./routes.ts";
import { onTestNewsDue, onTestRefundNewsDue } from "./test-provider/news.ts";
import { serveTestProvider } from "./test-provider/routes.ts";

export const payments: Feature = {
  name: "payments",
  routes: paymentRoutes,
  plugins: [
    async (app, context) => {
      if (context.config.testPayments) await serveTestProvider(app, context);
    },
  ],
  subscribers: [onRefundRequested, onWebhookStored, onTestNewsDue, onTestRefundNewsDue],
  commands: paymentCommands,
  jobs: paymentJobs,
  checks: [
    { name: "settings", needs: "settings", check: checkPaymentSettings },
    { name: "payments", needs: "outside", check: checkProvider },
    { name: "payments", needs: "shop", check: checkPayments },
  ],
  listen: openPayments,
};
