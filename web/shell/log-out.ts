import { onDemand } from "#client/on-demand.tsx";

export const LogOutDialog = onDemand(
  async () => (await import("#shop/accounts/web/log-out-dialog.tsx")).LogOutDialog,
);
