import { type Context, defineService } from "#platform/context.ts";
import { getRules, type OwnRules, type Rules } from "../rules.ts";

const rulesService = defineService("rules", () => ({ own: {} as OwnRules }));

/** Sets the current rules of the shop, from the owner's files. */
export const setOwnRules = (context: Context, ownRules: OwnRules | undefined): void => {
  context.service(rulesService).own = ownRules ?? {};
};

/** Returns the rules that the owner has changed, which apply to new orders. */
export const getOwnRules = (context: Context): OwnRules => context.service(rulesService).own;

/** Returns all current rules of the shop. */
export const getShopRules = (context: Context): Rules => getRules(getOwnRules(context));
