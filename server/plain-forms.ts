import type { FormName } from "#contract/form.ts";
import { links } from "#contract/links.ts";
import { toSafeRedirect } from "#contract/redirect.ts";
import type { PlainForm } from "#platform/pages/plain-posts.ts";
import { setSessionMark } from "#shop/accounts/server/index.ts";
import { logIn, register, resetPassword, verifyEmail } from "#shop/accounts/endpoints.ts";
import { requestStockMail } from "#shop/back-in-stock/endpoints.ts";
import { sendMessage, subscribe } from "#shop/contact/endpoints.ts";

/** The forms of the pages as they work without scripts; with them, their components do the same. */
export const plainForms: Readonly<Record<FormName, PlainForm>> = {
  login: { endpoint: logIn, next: (page) => getRedirect(page) ?? links.home, give: setSessionMark },
  registration: { endpoint: register, next: (page) => links.logIn(getRedirect(page), "registered") },
  mailbox: { endpoint: verifyEmail },
  "new-password": {
    endpoint: resetPassword,
    next: (page) => links.logIn(getRedirect(page), "new-password"),
  },
  contact: { endpoint: sendMessage },
  newsletter: { endpoint: subscribe },
  "back-in-stock": { endpoint: requestStockMail },
};

/** Returns the page after login; undefined means the home page (D33). */
function getRedirect(page: URL): string | undefined {
  const wanted = toSafeRedirect(page.searchParams.get("redirect"));
  return wanted === links.home ? undefined : wanted;
}
