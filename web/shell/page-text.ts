import { useEffect } from "react";
import type { PageHead } from "#client/head-tags.ts";
import { createPageLoader, type LoadedData, usePageData } from "#client/page-loader.ts";
import type { LoadOutcome } from "#client/use-response.ts";
import { useLoaded } from "#client/loaded.tsx";
import { useNavigationType } from "#client/router/react.tsx";
import { readShopText } from "#shop/texts/endpoints.ts";
import type { ShopText, TextName } from "#shop/texts/text.ts";

export const createTextLoader = (name: TextName) =>
  createPageLoader(({ call }) => ({ text: call(readShopText, { params: { name } }) }));

type TextLoader = ReturnType<typeof createTextLoader>;

export type TextData = Partial<LoadedData<TextLoader>>;

/**
 * Returns the page's text. If the page was opened by a navigation and the API has no such text (404, D101), reloads the
 * document, because the server renders the page with a default text.
 */
export function usePageText(): LoadOutcome<ShopText> {
  const loadedText = useLoaded(usePageData<TextLoader>().text);
  const isStep = useNavigationType() !== "open";
  const isUnknown = isStep && loadedText.state === "failed" && loadedText.failure.status === 404;
  useEffect(() => {
    if (isUnknown) location.reload();
  }, [isUnknown]);
  return isUnknown ? { state: "loading" } : loadedText;
}

export const createTextHead =
  (title: string) =>
  ({ text }: TextData): PageHead => ({
    title: text?.title || title,
    ...(text && { description: text.description }),
  });
