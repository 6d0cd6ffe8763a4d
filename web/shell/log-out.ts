import { onDemand } from "#client/on-demand.tsx";

/** The confirmation before a logout, opened from the header and the side menu. */
export const LogOutDialog = onDemand(
  async () => (await import("#shop/accounts/web/log-out-dialog.tsx")).LogOutDialog,
);
