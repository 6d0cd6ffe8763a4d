import { findActivity } from "#server/accounts";
import { newDeviceUsed } from "#shop/accounts/events.ts";
import { newDeviceLetter } from "../account-letters.ts";
import { writeOn } from "./write-to.ts";

/** Tells the owner of an account of a login from a device that was never here before. */
export const onNewDeviceUsed = writeOn(newDeviceUsed, "new-device", async (context, { activityId }) => {
  const login = await findActivity(context.db, activityId);
  return login && { to: login.email, letter: newDeviceLetter(login.firstName, login) };
});
