import { type Context, defineService } from "#platform/context.ts";
import { getRules, type OwnRules, type Rules } from "../rules.ts";

const rulesService = defineService("rules", () => ({ own: {} as OwnRules }));

/** Sets the present rules of the shop, from the owner's files. */
export const setOwnRules = (context: Context, own: OwnRules | undefined): void => {
  context.service(rulesService).own = own ?? {};
};

/** What the owner has changed of the rules: new orders are placed under them. */
export const getOwnRules = (context: Context): OwnRules => context.service(rulesService).own;

/** All rules of the shop as they are now. */
export const getShopRules = (context: Context): Rules => getRules(getOwnRules(context));
