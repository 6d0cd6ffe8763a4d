import { signOut } from "./desk-calls.ts";
import { forgetDraft } from "./draft.ts";
import { forgetPush } from "./notify.ts";
import { session } from "./session.ts";

export async function logOut(): Promise<void> {
  // The shop ends the notifications when the user logs out, so do not wait for the browser.
  void forgetPush();
  forgetDraft();
  await signOut().catch(() => {});
  session.set(null);
}
