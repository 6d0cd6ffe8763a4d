import { readStoredJson, removeStored, writeStored } from "#client/storage.ts";
import { DAY } from "#contract/time.ts";
import { session } from "./session.ts";

/** Unsent input of a form. The browser keeps only one draft. */
interface Draft<Input> {
  form: string;
  user: string;
  startedAt: string;
  input: Input;
}

const STORAGE_KEY = "desk-draft";

const getUser = (): string => session.get()?.name ?? "";

export function readDraft<Input>(form: string): Draft<Input> | null {
  const draft = readStoredJson(STORAGE_KEY) as Draft<Input> | null;
  return draft?.form === form && draft.user === getUser() ? draft : null;
}

export function keepDraft<Input>(form: string, input: Input): void {
  const startedAt = readDraft(form)?.startedAt ?? new Date().toISOString();
  const draft: Draft<Input> = { form, user: getUser(), startedAt, input };
  writeStored(STORAGE_KEY, JSON.stringify(draft));
}

export const forgetDraft = (): void => removeStored(STORAGE_KEY);

/** Deletes a draft of another user, or one older than a day, because it contains personal data of a customer. */
export function forgetOldDraft(): void {
  const draft = readStoredJson(STORAGE_KEY) as Draft<unknown> | null;
  if (draft && (draft.user !== getUser() || Date.now() - Date.parse(draft.startedAt) > DAY)) forgetDraft();
}
