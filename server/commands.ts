import type { Command } from "#platform/operator/command.ts";
import { createAuditCommand } from "./audit-command.ts";
import { backupCommands } from "./backup-commands.ts";
import { checkCommand } from "./check-shop.ts";
import { createExportCommand } from "#platform/operator/export-csv.ts";
import { changeKinds, featureCommands, featureExports } from "./features.ts";
import { createPreviewCommand } from "./preview-commands.ts";
import { createUndoCommand } from "./undo-command.ts";
import { createOrderActionsCommand } from "./order-actions.ts";
import { settingsCommand } from "./settings-command.ts";
import type { OperatorTopics } from "#platform/operator/operator-socket.ts";
import { messageReceived } from "#shop/contact/events.ts";
import {
  cancellationRequested,
  cashOrderPlaced,
  orderCancelled,
  orderChanged,
  orderDispatched,
  orderPaid,
  orderPlaced,
  orderTaken,
} from "#shop/orders/events.ts";

export const commands: readonly Command[] = [
  ...featureCommands,
  createExportCommand(featureExports),
  checkCommand,
  createPreviewCommand(featureCommands),
  createUndoCommand(changeKinds),
  createOrderActionsCommand(featureCommands),
  ...backupCommands,
  settingsCommand,
  createAuditCommand(() => commands),
];

export const deskNews: OperatorTopics = {
  [orderPlaced.name]: "order placed",
  [cashOrderPlaced.name]: "order placed",
  // An operator has just entered this order, so the desk does not announce it.
  [orderTaken.name]: "order changed",
  [orderPaid.name]: "order paid",
  [orderChanged.name]: "order changed",
  [orderCancelled.name]: "order changed",
  [orderDispatched.name]: "order changed",
  [cancellationRequested.name]: "asked to cancel",
  [messageReceived.name]: "message received",
};
