// The public API: the operator is handed the commands of all features and calls none of them by name.
export { openOperatorSocket, type OperatorSocket } from "./operator-socket.ts";
export { forgetInAudit } from "./forget-in-audit.ts";
export { type Ended, findLastDone, MAIL_LINK, recordCommand } from "./record-command.ts";
