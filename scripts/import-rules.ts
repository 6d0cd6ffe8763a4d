import type { OxlintOverride } from "oxlint";
import { featureUses } from "./architecture.ts";
import { createFeatureRules, restrict, SERVER_ONLY, WEB_ONLY } from "./feature-import-rules.ts";

const ABOVE_FOUNDATIONS = "^#shop/|^(\\.\\./)+(shop|server|web|tests|scripts)/";

const SHOP_AND_SITE =
  "^#shop/[^/]+/server/|^(\\.\\./)+(shop|server|web|tests|scripts|platform|contract|client|ui)/";

/** Forbidden imports by folder. The linter matches the text of each import. */
export const importRules: OxlintOverride[] = [
  restrict(
    ["contract/**/*.ts"],
    [
      { regex: "^[a-uw-z@]|^vi|^#", message: "contract/ depends on nothing but itself and valibot." },
      { regex: "^(\\.\\./)+", message: "contract/ depends on nothing but itself and valibot." },
    ],
  ),
  restrict(
    ["platform/**/*.ts"],
    [
      ...WEB_ONLY,
      {
        regex: `${ABOVE_FOUNDATIONS}|^(\\.\\./)+(contract|client|ui)/`,
        message: "platform/ knows no feature.",
      },
    ],
  ),
  restrict(
    ["client/**/*.{ts,tsx}", "ui/**/*.{ts,tsx}"],
    [
      ...SERVER_ONLY,
      {
        regex: `${ABOVE_FOUNDATIONS}|^(\\.\\./)+(contract|platform)/`,
        message: "client/ and ui/ know no feature and no page.",
      },
    ],
  ),
  ...createFeatureRules("*", []),
  ...Object.keys(featureUses).flatMap((feature) => {
    const strangers = Object.keys(featureUses).filter(
      (other) => other !== feature && !(featureUses[feature] ?? []).includes(other),
    );
    const message = `${feature} does not use this feature, see featureUses in scripts/architecture.ts.`;
    return strangers.length === 0
      ? []
      : createFeatureRules(feature, [{ regex: `^#shop/(${strangers.join("|")})/`, message }]);
  }),
  restrict(
    ["web/**/*.{ts,tsx}"],
    [
      ...SERVER_ONLY,
      {
        regex: "^(\\.\\./)+(shop|server|contract|platform|client|ui)/",
        message: "Name it by the import map: #shop/, #contract/ …",
      },
    ],
  ),
  restrict(
    ["desk/*.ts", "desk/server/**/*.ts"],
    [
      ...WEB_ONLY,
      {
        regex: `${SHOP_AND_SITE}|^(\\.\\./)+desk/`,
        message: "The desk asks the shop by the operator's socket.",
      },
    ],
  ),
  restrict(
    ["desk/web/**/*.{ts,tsx}"],
    [
      ...SERVER_ONLY,
      { regex: `${SHOP_AND_SITE}|^#shop/[^/]+/web/`, message: "The desk asks the shop by its own process." },
    ],
  ),
  restrict(
    ["server/**/*.ts"],
    [
      ...WEB_ONLY,
      {
        regex: "^(\\.\\./)+(shop|contract|platform|client|ui)/",
        message: "Name it by the import map: #shop/, #platform/ …",
      },
    ],
  ),
];
