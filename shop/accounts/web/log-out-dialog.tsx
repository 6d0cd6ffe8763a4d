import { ConfirmDialog } from "#ui/dialog.tsx";
import { sessionMessages } from "../session.ts";
import { logOutNow } from "./session.ts";

export const LogOutDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <ConfirmDialog
    open={open}
    question={sessionMessages.confirmLogout}
    yes="Yes, Logout"
    no="Cancel"
    onNo={onClose}
    onYes={() => {
      onClose();
      void logOutNow();
    }}
  />
);
