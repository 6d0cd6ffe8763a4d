import { writeStored, readStoredJson } from "#client/storage.ts";
import { readViewed, listViewedBefore, withViewed } from "../recently-viewed.ts";

/** In this browser only: the shop never receives it. */
const KEY = "taruva.viewed";

const readViewedProducts = (): string[] => readViewed(readStoredJson(KEY));

export const saveViewed = (id: string): void =>
  writeStored(KEY, JSON.stringify(withViewed(readViewedProducts(), id)));

export const listViewedBeforeThis = (id: string): string[] => listViewedBefore(readViewedProducts(), id);
