import { remember, rememberedJson } from "#client/storage.ts";
import { readViewed, viewedBefore, withViewed } from "../recently-viewed.ts";

/** In this browser only: the shop never hears of it. */
const KEY = "taruva.viewed";

const viewed = (): string[] => readViewed(rememberedJson(KEY));

export const rememberViewed = (id: string): void => remember(KEY, JSON.stringify(withViewed(viewed(), id)));

export const viewedBeforeThis = (id: string): string[] => viewedBefore(viewed(), id);
