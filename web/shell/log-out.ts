import { onDemand } from "#client/on-demand.tsx";

/** The question before a logout, for the header and the side menu. */
export const LogOutDialog = onDemand(
  async () => (await import("#shop/accounts/web/log-out-dialog.tsx")).LogOutDialog,
);
