import * as v from "valibot";
import { removeStoredInTab, readStoredJsonInTab, writeStoredInTab } from "#client/tab-storage.ts";

const FORM = "checkoutForm";

/** What was typed at the checkout, by the names of its fields. It survives a reload, in this tab only. */
export type CheckoutDraft = Readonly<Record<string, string>>;

const draftSchema = v.object({ customerId: v.string(), fields: v.record(v.string(), v.string()) });

/** What this customer has typed; of another one who used this tab before, nothing. */
export function readDraft(customerId: string): CheckoutDraft {
  const draft = v.safeParse(draftSchema, readStoredJsonInTab(FORM));
  return draft.success && draft.output.customerId === customerId ? draft.output.fields : {};
}

export function saveDraft(form: HTMLFormElement, customerId: string): void {
  const texts = [...new FormData(form)].filter(([, value]) => typeof value === "string");
  writeStoredInTab(FORM, JSON.stringify({ customerId, fields: Object.fromEntries(texts) }));
}

/** The order is placed, or the customer has left. */
export function removeDraft(): void {
  removeStoredInTab(FORM);
}
