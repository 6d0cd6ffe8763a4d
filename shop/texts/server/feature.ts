import type { Feature } from "#platform/feature.ts";
import { refuse } from "#platform/http/refuse.ts";
import { route } from "#platform/http/route.ts";
import * as contracts from "../contracts.ts";
import { readShopText } from "../endpoints.ts";
import { findShopText } from "./shop-texts.ts";
import { isTextName } from "./text-files.ts";

export const texts: Feature = {
  name: "texts",
  routes: [
    route(readShopText, contracts.readShopText, (context, { params }) =>
      isTextName(params.name)
        ? { success: true as const, ...findShopText(context, params.name) }
        : refuse("no_such_text"),
    ),
  ],
};
