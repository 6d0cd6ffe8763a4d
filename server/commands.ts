import type { Command } from "#platform/command.ts";
import { backupCommands } from "./backup-commands.ts";
import { accountCommands } from "../shop/accounts/server/commands.ts";
import { catalogueCommands } from "../shop/catalogue/server/commands.ts";
import { contactCommands } from "../shop/contact/server/commands.ts";
import { mailCommands } from "../shop/notifications/server/commands.ts";
import { offerCommands } from "../shop/catalogue/server/offer-commands.ts";
import { operatorCommands } from "../shop/operator/server/commands.ts";
import { orderCommands } from "../shop/orders/server/commands.ts";
import { paymentCommands } from "../shop/payments/server/commands.ts";
import { testimonialCommands } from "../shop/testimonials/server/commands.ts";
import { checkCommands } from "./check-shop.ts";

/** Everything the operator can say. */
export const commands: readonly Command[] = [
  ...accountCommands,
  ...orderCommands,
  ...paymentCommands,
  ...catalogueCommands,
  ...offerCommands,
  ...testimonialCommands,
  ...contactCommands,
  ...mailCommands,
  ...checkCommands,
  ...backupCommands,
  ...operatorCommands,
];
